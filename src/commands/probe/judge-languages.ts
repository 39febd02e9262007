/** Where translated questions come from. */
import { optionTexts } from '../../documents/read-question.ts';
import { text } from '../../documents/stored-json.ts';
import { type Finding, notSeen, seen, unknown } from './finding.ts';
import type { Replies } from './replies.ts';
import {
  type Answered,
  answeredBy,
  attribute,
  dataOf,
  idsOf,
  includedOf,
  isGood,
  notAsked,
} from './reply.ts';

type Effect = 'translated' | 'same' | 'others' | 'refused' | 'not_asked';

export function judgeLanguages({ languages, canonical }: Replies): Finding {
  const reading = 'The same questions in another language: locale=';
  const effects = [...languages].map(([locale, reply]) => [locale, effectOf(reply, canonical)] as const);
  const having = (effect: Effect) => effects.filter(([, one]) => one === effect).map(([locale]) => locale);
  const detail = [
    sentence(having('translated'), 'other texts, same ids, in'),
    sentence(having('same'), 'the canonical texts in'),
    sentence(having('others'), 'other questions in'),
    sentence(having('refused'), 'refused:'),
    sentence(having('not_asked'), 'not asked:'),
  ].filter((one) => one !== '');
  const all = detail.join('; ');
  if (having('translated').length > 0) return seen(reading, all);
  if (having('others').length > 0) return notSeen(reading, `${all}: the canonical texts are shown`);
  if (having('same').length > 0)
    return unknown(reading, `${all}. Name a job whose questions are translated at the service by --job ID.`);
  return having('refused').length > 0
    ? notSeen(reading, `${all}: the canonical texts are shown`)
    : unknown(reading, notAsked);
}

const sentence = (locales: readonly string[], words: string): string =>
  locales.length === 0 ? '' : `${words} ${locales.join(', ')}`;

function effectOf(reply: Answered, canonical: Answered): Effect {
  if (reply === null) return 'not_asked';
  if (!isGood(reply)) return 'refused';
  if (idsOf(dataOf(reply)).join() !== idsOf(dataOf(canonical)).join()) return 'others';
  return textsOf(reply) === textsOf(canonical) ? 'same' : 'translated';
}

function textsOf(reply: Answered): string {
  const all = [...dataOf(reply), ...includedOf(reply)];
  return JSON.stringify(
    all.map((one) => [
      text(attribute(one, 'title')),
      text(attribute(one, 'additional_information')),
      optionTexts(attribute(one, 'multiple_choice_options')),
    ]),
  );
}

export function judgeWrongLanguage({ wrongLanguage }: Replies): Finding {
  const reading = 'An invalid locale is refused with 400';
  if (wrongLanguage === null) return unknown(reading, notAsked);
  return wrongLanguage.status === 400
    ? seen(reading, 'answered with 400')
    : notSeen(reading, `${answeredBy(wrongLanguage)}: perhaps this list does not look at locale at all`);
}
