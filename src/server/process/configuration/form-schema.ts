/** What `APPLY_CONFIG` may say of the forms of a tenant, and of single jobs (`public/docs/deploying.md#what-a-form-asks`). */
import * as z from 'zod';
import { askedNames } from '../../../core/model/details.ts';
import { wishes } from '../../forms/form-settings.ts';
import * as rules from './rules.ts';
import { webhookRule } from './webhook-schema.ts';

/** Characters. */
const [LONGEST_NAME, LONGEST_SENTENCE] = [200, 2_000];
/** Of each list: far more than a form can show. */
const [MOST_CONSENTS, MOST_QUESTIONS, MOST_OPTIONS, MOST_SECTIONS] = [20, 30, 200, 50];

const words = (longest: number) => z.string().regex(/\S/).max(longest);
const id = z.string().regex(/^[A-Za-z0-9_-]{1,40}$/);
/** Of the recruitment service. */
const serviceId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);

const language = z.string().regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/);
const texts = (text: z.ZodString) =>
  z.record(language, text).refine((given) => Object.keys(given).length > 0);
const title = texts(words(LONGEST_NAME));

/** A link that leads nowhere would be found by an applicant only. */
function hasRightLinks(sentence: string): boolean {
  const links = [...sentence.matchAll(/\[[^[\]]+\]\(([^()[\]\s]*)\)/g)];
  return (
    sentence.split('](').length === links.length + 1 &&
    links.every(([, address = '']) => rules.webAddress.safeParse(address).success)
  );
}

/** @param idsOf the ids of one item, which occur only once in all items together */
const once =
  <Item>(idsOf: (item: Item) => readonly string[], ...place: readonly string[]) =>
  (items: readonly Item[], context: z.RefinementCtx): void => {
    const seen = new Set<string>();
    for (const [index, item] of items.entries())
      for (const one of idsOf(item)) {
        if (seen.has(one)) context.addIssue({ code: 'custom', path: [index, ...place] });
        seen.add(one);
      }
  };

const sentence = texts(words(LONGEST_SENTENCE)).superRefine((given, context) => {
  for (const [tag, text] of Object.entries(given))
    if (!hasRightLinks(text)) context.addIssue({ code: 'custom', path: [tag] });
});

const consent = z.strictObject({
  id,
  version: words(40),
  required: z.boolean(),
  text: sentence,
  tag: rules.tag.exactOptional(),
});

const option = z.strictObject({
  id: serviceId,
  text: title,
  undisclosed: z.boolean().exactOptional(),
});

const equality = z.strictObject({ id, title, options: z.array(option).min(1).max(MOST_OPTIONS) });

const section = z.strictObject({ title, questions: z.array(serviceId).min(1) });

const verifier = z.strictObject({
  verify: rules.secureAddress,
  secret: rules.headerText.max(LONGEST_SENTENCE),
});

const wish = z.enum(wishes).exactOptional();

export const formShape = {
  details: z
    .strictObject({
      first_name: wish,
      last_name: wish,
      preferred_name: wish,
      preferred_pronouns: wish,
      email: wish,
      phone: wish,
      date_of_birth: wish,
      linkedin_url: wish,
      address: wish,
      address2: wish,
      summary: wish,
      cv: wish,
      cover_letter: wish,
      documents: wish,
    } satisfies Record<(typeof askedNames)[number], unknown>)
    .exactOptional(),
  learnDetails: z.boolean().exactOptional(),
  consent: z
    .array(consent)
    .max(MOST_CONSENTS)
    .superRefine(once((one) => [one.id], 'id'))
    .exactOptional(),
  equality: z
    .array(equality)
    .max(MOST_QUESTIONS)
    .superRefine(once((one) => [one.id], 'id'))
    .superRefine(once(({ options }) => options.map((one) => one.id), 'options'))
    .exactOptional(),
  sections: z
    .array(section)
    .max(MOST_SECTIONS)
    .superRefine(once(({ questions }) => questions, 'questions'))
    .exactOptional(),
  privacyUrl: rules.webAddress.exactOptional(),
  nextUrl: rules.webAddress.exactOptional(),
  nextText: texts(words(LONGEST_SENTENCE)).exactOptional(),
  employer: words(LONGEST_NAME).exactOptional(),
  place: texts(words(LONGEST_NAME)).exactOptional(),
  logo: rules.secureAddress.exactOptional(),
  challenge: verifier.exactOptional(),
} as const;

/** Of anything that has these members, without its others. */
export const formSchema = z.object(formShape);

export const formMembers = Object.keys(formShape);

export const jobsRule = z.record(
  serviceId,
  z.strictObject({ ...formShape, webhook: webhookRule.exactOptional() }),
);

/** What is wanted at each place, for the sentence of a fault. */
export const formWords: Readonly<Record<keyof typeof formShape | 'jobs', string>> = {
  details: `any of ${askedNames.join(', ')}, each one of ${wishes.join(', ')}`,
  learnDetails: 'true or false',
  consent: `a list of at most ${MOST_CONSENTS} as {"id", "version", "required", "text": {"en": "…"}}, with "tag" if giving it adds one`,
  equality: `a list of at most ${MOST_QUESTIONS} as {"id", "title": {"en": "…"}, "options": [{"id", "text": {"en": "…"}}]}, with "undisclosed": true at the option of who prefers not to say`,
  sections: `a list of at most ${MOST_SECTIONS} as {"title": {"en": "…"}, "questions": ["12"]}`,
  privacyUrl: 'an http or https address',
  nextUrl: 'an http or https address',
  nextText: `a text of at most ${LONGEST_SENTENCE} characters in one language or more, as {"en": "…"}`,
  employer: `a name of at most ${LONGEST_NAME} characters`,
  place: `a text of at most ${LONGEST_NAME} characters in one language or more, as {"en": "…"}`,
  logo: 'an https address',
  challenge: 'a verifier as {"verify": "https://…", "secret": "…"}, both as its maker gives them',
  jobs: `settings of single jobs by their ids, as {"4711": {"details": {…}}}: ${formMembers.join(', ')}, webhook`,
};

const titleWords = `a text of at most ${LONGEST_NAME} characters in one language or more, as {"en": "…"}`;
const idWords = '1 to 40 letters, digits, _ and -, and no other has the same';

/** The same one level deeper. */
export const formPartWords: ReadonlyMap<string, string> = new Map([
  ['consent.id', idWords],
  ['consent.version', 'a text of 1 to 40 characters'],
  ['consent.required', 'true or false'],
  [
    'consent.text',
    `a sentence of at most ${LONGEST_SENTENCE} characters in one language or more, as {"en": "…"}, in which a link is [words](https://…), with %28 %29 %5B %5D for ( ) [ ] in its address`,
  ],
  ['equality.id', idWords],
  ['equality.title', titleWords],
  [
    'equality.options',
    `a list of at most ${MOST_OPTIONS} as {"id", "text": {"en": "…"}}, whose ids are those of the service and occur only once`,
  ],
  ['sections.title', titleWords],
  ['sections.questions', 'ids of questions, each of which stands in one section only'],
]);
