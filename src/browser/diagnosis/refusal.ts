/** Loaded when the service did not create the application: why, and what the applicant can do, in their language. */

import type { FieldName } from '../../core/model/details.ts';
import type { DeliveredApplication } from '../../core/model/submission.ts';
import type { Form, Refusal } from '../../form/contract.ts';
import type { FieldKey, RefusedKey } from '../../locale/catalogue.ts';
import { enFields } from '../../locale/en-fields.ts';
import { enRefused } from '../../locale/en-refused.ts';
import type { RefusalTools, RefusedApplication } from '../contract.ts';

/** Must be read where it is drawn, so that changing the language redraws it. */
export function tellRefusal(
  { host, speech }: RefusalTools,
  { order }: Form,
  told: RefusedApplication,
): Refusal {
  const fieldsOf = (fields: Form['order']) =>
    fields.flatMap(({ question: { detail } }) => (detail && detail !== 'consent' ? detail : []));
  const asked = fieldsOf(order);
  const given = fieldsOf(order.filter(({ entry }) => entry.peek() !== null));
  const words = () => {
    const { locale, words: all } = speech.value;
    const own = host.settings().messages;
    const text = (key: RefusedKey | FieldKey) => {
      const found = own?.[key];
      return typeof found === 'string' ? found : (all ?? { ...enRefused, ...enFields })[key];
    };
    const list = (fields: readonly FieldName[]) =>
      // A newer proxy may name what has no word here.
      new Intl.ListFormat(locale).format(fields.flatMap((name) => text(`field.${name}`) ?? []));
    return { text, list };
  };
  const { fields } = told.application;
  const isNamed = told.correctable && fields.length > 0;
  const named = order.filter(({ question: { detail } }) => fields.some((name) => name === detail));
  const isMissing = named.every(({ entry }) => entry.peek() === null);
  return {
    title: () => words().text(isNamed ? 'refused.details' : 'refusal.title'),
    text: () =>
      isNamed ? detailsText(words(), told, isMissing) : reasonText(words(), told, { asked, given }),
  };
}

interface Words {
  text(key: RefusedKey | FieldKey): string;
  list(fields: readonly FieldName[]): string;
}

/** Isolated as one left-to-right unit within right-to-left text. */
const detailsText = (
  { text, list }: Words,
  { reference, application }: RefusedApplication,
  isMissing: boolean,
): string =>
  text(isMissing ? 'refused.detailsAsks' : 'refused.detailsText')
    .replace('{reference}', `\u2066${reference}\u2069`)
    .replace('{fields}', () => list(application.fields));

interface Fields {
  readonly asked: readonly FieldName[];
  /** Those that are filled in. */
  readonly given: readonly FieldName[];
}

function reasonText(words: Words, { application, correctable }: RefusedApplication, fields: Fields): string {
  const { text } = words;
  const check = correctable ? [text('refusal.check')] : [];
  return [...reasons(words, application, fields), text('refusal.nothing'), ...check].join(' ');
}

function reasons(
  { text, list }: Words,
  { code, fields }: DeliveredApplication,
  { asked, given }: Fields,
): readonly string[] {
  if (code === 'job_closed') return [text('refusal.closed')];
  if (code === 'not_found') return [text('refusal.gone')];
  if (fields.length === 0) return [text('refusal.silent')];
  const missing = fields.filter((name) => !asked.includes(name));
  // What was left empty was not refused; it would not help to give it where something else cannot be given.
  const answered = missing.length > 0 ? given : asked;
  const wrong = fields.filter((name) => answered.includes(name));
  return [
    ...(missing.length === 0 ? [] : [text('refusal.asks').replace('{fields}', list(missing))]),
    ...(wrong.length === 0 ? [] : [text('refusal.wrong').replace('{fields}', list(wrong))]),
  ];
}
