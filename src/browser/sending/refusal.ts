/** Why the service did not create the application, and what the applicant can do, in their language. */

import type { FieldName } from '../../core/model/details.ts';
import type { DeliveredApplication, Submission } from '../../core/model/submission.ts';
import type { Form, Refusal } from '../../form/contract.ts';
import type { Messages } from '../../locale/messages.ts';

interface RefusedApplication {
  readonly application: DeliveredApplication;
  readonly reference: Submission['reference'];
  /** The form opens again so that the applicant can correct it. */
  readonly correctable: boolean;
}

/** Must be read where it is drawn, so that changing the language redraws it. */
export function tellRefusal(messages: () => Messages, { order }: Form, refused: RefusedApplication): Refusal {
  const namesOf = (fields: Form['order']) =>
    fields.flatMap(({ question: { detail } }) => (detail && detail !== 'consent' ? detail : []));
  const { fields } = refused.application;
  const isNamed = refused.correctable && fields.length > 0;
  const named = order.filter(({ question: { detail } }) => fields.some((name) => name === detail));
  const isMissing = named.every(({ entry }) => entry.peek() === null);
  const asked = namesOf(order);
  const given = namesOf(order.filter(({ entry }) => entry.peek() !== null));
  return {
    title: () => messages().text(isNamed ? 'refused.details' : 'refusal.title'),
    text: () =>
      isNamed
        ? messages().text(isMissing ? 'refused.detailsAsks' : 'refused.detailsText', {
            // Isolated as one left-to-right unit within right-to-left text.
            reference: `\u2066${refused.reference}\u2069`,
            fields: listNames(messages(), fields),
          })
        : reasonText(messages(), refused, { asked, given }),
  };
}

function listNames({ locale, text }: Messages, fields: readonly FieldName[]): string {
  // A newer proxy may name what has no word here.
  const names = fields.flatMap((name) => text(`field.${name}`) ?? []);
  return new Intl.ListFormat(locale).format(names);
}

interface Fields {
  readonly asked: readonly FieldName[];
  /** Those that are filled in. */
  readonly given: readonly FieldName[];
}

function reasonText(messages: Messages, refused: RefusedApplication, fields: Fields): string {
  const check = refused.correctable ? [messages.text('refusal.check')] : [];
  return [...reasons(messages, refused.application, fields), messages.text('refusal.nothing'), ...check].join(
    ' ',
  );
}

function reasons(
  messages: Messages,
  { code, fields }: DeliveredApplication,
  { asked, given }: Fields,
): readonly string[] {
  if (code === 'job_closed') return [messages.text('refusal.closed')];
  if (code === 'not_found') return [messages.text('refusal.gone')];
  if (fields.length === 0) return [messages.text('refusal.silent')];
  const missing = fields.filter((name) => !asked.includes(name));
  // What was left empty was not refused; it would not help to give it where something else cannot be given.
  const answered = missing.length > 0 ? given : asked;
  const wrong = fields.filter((name) => answered.includes(name));
  return [
    ...(missing.length > 0 ? [messages.text('refusal.asks', { fields: listNames(messages, missing) })] : []),
    ...(wrong.length > 0 ? [messages.text('refusal.wrong', { fields: listNames(messages, wrong) })] : []),
  ];
}
