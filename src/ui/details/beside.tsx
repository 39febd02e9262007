import type { VNode } from 'preact';
import { isPrefilled } from '../../form/prefilled.ts';
import type { BesideProps, FieldProps } from '../screen.ts';
import { drawPhoneBack } from './phone.tsx';

interface Beside {
  /** It describes the control. */
  readonly id: string;
  readonly drawn: VNode;
}

/** Below the control: a phone number as it was understood, and that the host's page has filled in the answer. */
export function drawBeside(props: BesideProps): readonly Beside[] {
  const { field, screen, ids } = props;
  const phone = field.question.detail === 'phone' ? drawPhoneBack(props) : null;
  const mark = screen.form.prefilled.value.includes(field) && (
    <p class="af-count af-prefilled" id={ids.prefilled}>
      <PrefilledMark field={field} screen={screen} />
    </p>
  );
  return [
    ...(phone ? [{ id: ids.hint, drawn: phone }] : []),
    ...(mark ? [{ id: ids.prefilled, drawn: mark }] : []),
  ];
}

/** A component of its own, so that a key redraws nothing else. */
const PrefilledMark = ({ field, screen }: FieldProps) =>
  isPrefilled(field) ? screen.messages.value.text('prefill.field') : null;
