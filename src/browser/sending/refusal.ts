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
  const { reference, correctable } = refused;
  const { code, fields } = refused.application;
  const namesOf = (fields: Form['order']) =>
    fields.flatMap(({ question: { detail } }) => (detail && detail !== 'consent' ? detail : []));
  const isNamed = correctable && fields.length > 0;
  const named = order.filter(({ question: { detail } }) => fields.some((name) => name === detail));
  const isMissing = named.every(({ entry }) => entry.peek() === null);
  const asked = namesOf(order);
  const given = namesOf(order.filter(({ entry }) => entry.peek() !== null));
  const missing = fields.filter((name) => !asked.includes(name));
  // What was left empty was not refused; it would not help to give it where something else cannot be given.
  const wrong = fields.filter((name) => (missing.length > 0 ? given : asked).includes(name));
  const reasons = (spoken: Messages): readonly string[] => {
    const { text } = spoken;
    if (code === 'job_closed') return [text('refusal.closed')];
    if (code === 'not_found') return [text('refusal.gone')];
    if (fields.length === 0) return [text('refusal.silent')];
    return [
      ...(missing.length > 0 ? [text('refusal.asks', { fields: listNames(spoken, missing) })] : []),
      ...(wrong.length > 0 ? [text('refusal.wrong', { fields: listNames(spoken, wrong) })] : []),
    ];
  };
  return {
    title: () => messages().text(isNamed ? 'refused.details' : 'refusal.title'),
    text() {
      const spoken = messages();
      const { text } = spoken;
      if (!isNamed)
        return [
          ...reasons(spoken),
          text('refusal.nothing'),
          ...(correctable ? [text('refusal.check')] : []),
        ].join(' ');
      return text(isMissing ? 'refused.detailsAsks' : 'refused.detailsText', {
        // Isolated as one left-to-right unit within right-to-left text.
        reference: `\u2066${reference}\u2069`,
        fields: listNames(spoken, fields),
      });
    },
  };
}

function listNames({ locale, text }: Messages, fields: readonly FieldName[]): string {
  // A newer proxy may name what has no word here.
  const names = fields.flatMap((name) => text(`field.${name}`) ?? []);
  return new Intl.ListFormat(locale).format(names);
}
