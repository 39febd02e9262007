import { computed } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { Field, Subtree } from '../../form/contract.ts';
import type { Screen } from '../screen.ts';
import { QuestionBlock } from './question-block.tsx';

/**
 * All visible questions as one flat list. Roots never come or go, so the list itself is made once; each subtree redraws
 * its own part when something in it appears or disappears.
 */
export function Blocks({ screen }: { readonly screen: Screen }) {
  const { form } = screen;
  // Made anew for another form: `useComputed` would go on reading the signals of the one before.
  const sending = useMemo(() => computed(() => form.submission.value.kind === 'sending'), [form]);
  // Only what appears after the first change grows into place.
  const live = useMemo(() => computed(() => form.change.value !== null), [form]);
  const subtrees = useMemo(
    () => form.subtrees.map((subtree) => drawSubtree(subtree, screen)),
    [form, screen],
  );
  return (
    <div class={live.value ? 'af-blocks af-live' : 'af-blocks'} inert={sending.value}>
      {subtrees}
    </div>
  );
}

interface SubtreeProps {
  readonly subtree: Subtree;
  readonly screen: Screen;
}

/** A root without follow-ups needs no list of its own. */
function drawSubtree(subtree: Subtree, screen: Screen) {
  const { root } = subtree;
  if (subtree.size === 1) return drawBlock(root, screen);
  return <SubtreeBlocks key={root.question.id} subtree={subtree} screen={screen} />;
}

const SubtreeBlocks = ({ subtree, screen }: SubtreeProps) =>
  subtree.members.value.map((field) => drawBlock(field, screen));

const drawBlock = (field: Field, screen: Screen) => (
  <QuestionBlock key={field.question.id} field={field} screen={screen} />
);
