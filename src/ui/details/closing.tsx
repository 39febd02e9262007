import type { Screen } from '../screen.ts';
import { Sentence } from './sentence.tsx';

interface ClosingProps {
  readonly screen: Screen;
}

export const drawEnd = (screen: Screen) => <Closing screen={screen} />;

/** How the data is used, beside the button that sends it: a sentence, and no box to tick. */
function Closing({ screen }: ClosingProps) {
  const { wording, correcting } = screen.form;
  const { privacy = null } = wording.value.notes ?? {};
  if (privacy === null || correcting.value) return null;
  return (
    <p class="af-privacy">
      <Sentence nodes={privacy} messages={screen.messages.value} />
    </p>
  );
}
