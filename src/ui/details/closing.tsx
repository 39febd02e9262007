import type { Screen } from '../screen.ts';
import { Honeypot } from './honeypot.tsx';
import { Sentence } from './sentence.tsx';

interface ClosingProps {
  readonly screen: Screen;
}

/** How the data is used, beside the button that sends it: a sentence, and no box to tick. */
export function Closing({ screen }: ClosingProps) {
  const { form, messages } = screen;
  if (form.correcting.value) return null;
  const { privacy = null, isWatched } = form.wording.value.notes ?? {};
  return (
    <>
      {isWatched && <Honeypot form={form} />}
      {privacy && (
        <p class="af-privacy">
          <Sentence nodes={privacy} messages={messages.value} />
        </p>
      )}
    </>
  );
}
