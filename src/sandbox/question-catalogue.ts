import {
  postingIdOf,
  type SampleForm,
  type SampleLocale,
  type SampleQuestion,
  type SampleTranslation,
} from './sample-form.ts';

export interface CatalogueEntry {
  readonly question: SampleQuestion;
  /** null for a template of the question bank, which belongs to no job. */
  readonly jobId: string | null;
  /** Whether the question is listed in `data`; otherwise it appears only in `included`. */
  readonly listed: boolean;
  /** The question in a language; null when the list in this language does not include it. */
  inLocale(locale: SampleLocale | null): SampleQuestion | null;
}

export type QuestionCatalogue = ReturnType<typeof createCatalogue>;

/** Indexes the questions of all forms and of the question bank by id, job and parent. */
export function createCatalogue(forms: readonly SampleForm[], bank: readonly SampleQuestion[] = []) {
  const entries = [...forms.flatMap(entriesOf), ...bank.map(bankEntry)];
  const byId = groupBy(entries, (entry) => entry.question.id);
  const byParent = groupBy(entries, (entry) => parentOf(entry.question));
  const children = (id: string) => (byParent.get(id) ?? []).map((entry) => entry.question.id);
  return {
    /** Lists in the order of the forms; all jobs if `jobIds` is null. The id of a posting counts as that of its job. */
    listed: (jobIds: ReadonlySet<string> | null): readonly CatalogueEntry[] =>
      entries.filter((entry) => entry.listed && belongsTo(entry, jobIds)),
    /** Returns the first copy if a form has an id twice. */
    find: (id: string): CatalogueEntry | undefined => byId.get(id)?.[0],
    /** Returns the ids in the relationship of a question: its children, then the ids that the form adds, which may not exist. */
    relatedIds: (question: SampleQuestion): readonly string[] => [
      ...new Set([...children(question.id), ...(question.alsoRelated ?? [])]),
    ],
    /** Returns every copy of these questions, because a form can have one id with two contents. */
    copies: (ids: readonly string[]): readonly CatalogueEntry[] => ids.flatMap((id) => byId.get(id) ?? []),
  };
}

const belongsTo = ({ jobId }: CatalogueEntry, jobIds: ReadonlySet<string> | null): boolean =>
  jobIds === null || (jobId !== null && (jobIds.has(jobId) || jobIds.has(postingIdOf(jobId))));

/** Templates of the bank are not translated. */
const bankEntry = (question: SampleQuestion): CatalogueEntry => ({
  question,
  jobId: null,
  listed: isListed(question),
  inLocale: () => question,
});

function entriesOf(form: SampleForm): readonly CatalogueEntry[] {
  return form.questions.map((question) => ({
    question,
    jobId: form.job.id,
    listed: isListed(question),
    inLocale: (locale) =>
      locale === null ? question : translate(question, form.translations?.[locale]?.get(question.id)),
  }));
}

function isListed(question: SampleQuestion): boolean {
  if (question.place !== undefined) return question.place === 'data';
  return question.conditional === undefined || question.conditional === null;
}

/** Returns null for a root, and for a `conditional` that names no parent. */
function parentOf(question: SampleQuestion): string | null {
  const { conditional } = question;
  if (typeof conditional !== 'object' || conditional === null) return null;
  const parent: unknown = Reflect.get(conditional, 'parent_question_id');
  return typeof parent === 'string' || typeof parent === 'number' ? String(parent) : null;
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string | null): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key === null) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/**
 * Returns a question as lists in another language have it; null if they do not have it. The document says only that
 * conditions use the canonical English option texts. It is a reading that `locale` translates title, help and options.
 */
export function translate(
  question: SampleQuestion,
  translation: SampleTranslation | null | undefined,
): SampleQuestion | null {
  if (translation === undefined) return question;
  if (translation === null) return null;
  const { title = question.title, help = question.help, options, raw } = translation;
  return {
    ...question,
    title,
    ...(help === undefined ? {} : { help }),
    ...(options === undefined
      ? {}
      : { options: options.map((text, index) => likeOption(question, index, text)) }),
    ...(raw === undefined ? {} : { raw: { ...question.raw, ...raw } }),
  };
}

/** A translated option is an object if the canonical one is. */
function likeOption(
  { options = [] }: SampleQuestion,
  index: number,
  text: string,
): string | { readonly text: string } {
  return typeof options[index] === 'object' ? { text } : text;
}
