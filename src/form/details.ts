/** The details of the applicant, and the consents, which are sent together with the answers. */
import { EQUALITY, type GivenDetails, nameOfDetail } from '../core/model/details.ts';
import type { QuestionId } from '../core/model/ids.ts';
import type { Submission } from '../core/model/submission.ts';
import type { Field, Form } from './contract.ts';

export interface DetailsToSend {
  /** null when none may change, because the application exists. */
  readonly details: GivenDetails | null;
  readonly consent: readonly AgreedSentence[];
}

interface AgreedSentence {
  readonly id: string;
  readonly version: string;
  /** In which it was shown (BCP 47). */
  readonly language?: string;
}

/** @param sent what was sent before: of an application that is made only what the service refused of it is sent again */
export function detailsToSend(
  { order }: Pick<Form, 'order'>,
  sent?: Pick<Submission, 'application'>,
): DetailsToSend {
  const isMade = sent?.application?.state === 'delivered';
  const consent: AgreedSentence[] = [];
  const texts: [string, string][] = [];
  const files: [string, string | readonly string[]][] = [];
  const equality: string[] = [];
  let isAsked = false;
  let isFixed = false;
  for (const { question, answer, editable, shown } of order) {
    const { detail, id, type } = question;
    const given = answer.value;
    if (!detail || (isMade && !editable.value)) continue;
    if (detail !== 'consent') {
      isAsked ||= editable.value;
      isFixed = !isAsked;
    }
    if (given?.kind === 'files') {
      const ids = given.files.map((file) => file.id);
      files.push([detail, type === 'document' ? `${ids[0]}` : ids]);
    } else if (given?.kind === 'choice') {
      if (detail === EQUALITY) equality.push(...given.options);
      else if (detail === 'consent') {
        const { language } = shown;
        consent.push({
          id: nameOfDetail(id).replace('consent:', ''),
          version: given.options.join(),
          ...(language && { language }),
        });
      } else texts.push([detail, given.options.join()]);
    } else if (given?.kind === 'date') texts.push([detail, given.day]);
    else if (given?.kind === 'text' || given?.kind === 'url') texts.push([detail, given.text]);
    if (given?.kind === 'text' && given.country) texts.push(['phone_iso2', given.country]);
  }
  const details = {
    ...Object.fromEntries(texts),
    ...Object.fromEntries(files),
    ...(equality.length > 0 && { [EQUALITY]: equality }),
  };
  // What was agreed to when the application was made stays with it.
  return { details: isAsked ? details : null, consent: isFixed || isMade ? [] : consent };
}

/** What a visitor without an application says of themselves; empty when there is an application. */
export const detailFields = ({ order }: Form): readonly Field[] =>
  order.filter(({ question }) => question.detail && !question.confidential);

export const detailIds = (form: Form): readonly QuestionId[] =>
  detailFields(form).map(({ question }) => question.id);
