import { useComputed } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { Family, Field } from '../form/contract.ts';
import { QuestionBlock } from './question-block.tsx';
import type { Screen } from './screen.ts';

/**
 * All visible questions as one flat list. Roots never come or go, so the list itself is made once;
 * each family redraws its own part when something in it appears or disappears.
 */
export function Blocks({ screen }: { readonly screen: Screen }) {
  const { form } = screen;
  const sending = useComputed(() => form.submission.value.kind === 'sending');
  // Only what appears after the first change grows into place.
  const live = useComputed(() => form.change.value !== null);
  const families = useMemo(
    () =>
      form.families.map((family) => (
        <FamilyBlocks key={family.root.question.id} family={family} screen={screen} />
      )),
    [form, screen],
  );
  return (
    <div class={live.value ? 'blocks live' : 'blocks'} inert={sending.value}>
      {families}
    </div>
  );
}

interface FamilyProps {
  readonly family: Family;
  readonly screen: Screen;
}

function FamilyBlocks({ family, screen }: FamilyProps) {
  const correcting = screen.form.correcting.value;
  // In a correction only what may still change is shown; the receipt of the rest stands above.
  const shown = (field: Field) => !correcting || field.editable.value;
  return (
    <>
      {family.members.value.filter(shown).map((field) => (
        <QuestionBlock key={field.question.id} field={field} screen={screen} />
      ))}
    </>
  );
}
