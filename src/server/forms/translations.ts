/**
 * The texts of a form in the service's other languages: each is one more reading of the list after a reading of the
 * canonical one, for all who ask. What cannot be read is shown canonical, and told to the operator; no form fails.
 */
import type { Revision } from '../../core/model/ids.ts';
import { createLruCache } from '../http/lru-cache.ts';
import { FIRST_PATIENCE, type Patience } from '../http/patience.ts';
import type { LogProblem } from '../log.ts';
import type { TranslatedLocale } from '../service/queries.ts';
import type { ServiceError } from '../service/service-error.ts';
import {
  type CachedForm,
  type FormCacheDependencies,
  type FormSource,
  FRESH,
  fieldsOf,
  formName,
  MOST_FORMS,
  MOST_PROBLEMS,
  OLDEST_WITHOUT_WAITING,
} from './cached-form.ts';
import { type PairedTexts, pairTexts, withTexts } from './pair-texts.ts';
import { readTranslatedSet } from './question-set.ts';

export interface Wish {
  readonly source: FormSource;
  readonly locale: TranslatedLocale;
}

export interface Translations {
  /** The form with the texts of a language in `shown`; as it is where there are none. */
  translate(wish: Wish, form: CachedForm, patience: Patience): Promise<CachedForm>;
}

interface Language {
  /** null: none yet. */
  texts: PairedTexts | null;
  /** Of the form that the texts were paired with. */
  revision: Revision | null;
  /** Milliseconds since 1970. */
  readAt: number;
  retryAt: number;
  /** The last reading was a list; true before the first. */
  isReadable: boolean;
  isRestored: boolean;
  /** The reading of the canonical list after which this one was read. */
  readAfter: CachedForm | null;
  /** Resolves, whatever comes of it. */
  reading: Promise<void> | null;
  /** The last form that was written with these texts. */
  written: { readonly texts: PairedTexts; readonly form: CachedForm } | null;
  /** What the operator was told of last. */
  told: string;
}

const newLanguage = (): Language => ({
  texts: null,
  revision: null,
  readAt: 0,
  retryAt: 0,
  isReadable: true,
  isRestored: false,
  readAfter: null,
  reading: null,
  written: null,
  told: '',
});

export function createTranslations(dependencies: FormCacheDependencies): Translations {
  const languages = createLruCache<string, Language>(MOST_FORMS);
  return {
    async translate(wish, form, patience) {
      const key = JSON.stringify([wish.source.tenant, wish.source.questionable, wish.locale]);
      const language = languages.get(key) ?? newLanguage();
      languages.set(key, language);
      const reading = readWhenDue(language, wish, { form, dependencies });
      const waits = language.isReadable && isWanting(language, form, dependencies.now());
      if (waits && reading !== null) await patience.forNewer(reading);
      if (language.texts === null) await restore(language, wish, dependencies);
      if (waits && reading !== null && language.texts === null)
        await patience.forFirst(reading, FIRST_PATIENCE);
      return language.texts === null ? form : write(language, language.texts, form);
    },
  };
}

/** Nothing to show, nothing that surely fits, or nothing that is young enough. */
const isWanting = ({ texts, revision, readAt }: Language, form: CachedForm, now: number): boolean =>
  texts === null || revision !== form.revision || now - readAt > OLDEST_WITHOUT_WAITING;

interface Occasion {
  readonly form: CachedForm;
  readonly dependencies: FormCacheDependencies;
}

function readWhenDue(language: Language, wish: Wish, occasion: Occasion): Language['reading'] {
  const isDue = language.readAfter !== occasion.form && occasion.dependencies.now() >= language.retryAt;
  if (isDue && language.reading === null) {
    language.reading = read(language, wish, occasion).finally(() => {
      language.reading = null;
    });
  }
  return language.reading;
}

async function read(language: Language, wish: Wish, { form, dependencies }: Occasion): Promise<void> {
  const { source, locale } = wish;
  const set = await readTranslatedSet(source, locale, form.levels);
  language.isReadable = set.ok;
  if (!set.ok) {
    language.retryAt = dependencies.now() + pauseAfter(set.error);
    return tell(language, wish, { form, dependencies, problems: [unread(set.error)] });
  }
  const { texts, problems } = pairTexts(JSON.parse(form.json), set.value);
  const readAt = dependencies.now();
  Object.assign(language, { texts, readAt, readAfter: form, revision: form.revision });
  tell(language, wish, { form, dependencies, problems });
  await dependencies.trees
    ?.write(source.tenant, storedName(wish), JSON.stringify([...texts]))
    .catch(() => undefined);
}

/** Milliseconds. The canonical texts serve meanwhile, and a language that the service refuses stays refused. */
const pauseAfter = (error: ServiceError): number =>
  Math.max(FRESH, error.kind === 'rate_limited' ? (error.retryAfter ?? 0) * 1000 : 0);

const unread = ({ kind }: ServiceError): LogProblem => ({
  code: 'translation_unread',
  questionId: null,
  detail: `The list in this language could not be read: ${kind}.`,
});

interface Report extends Occasion {
  readonly problems: readonly LogProblem[];
}

/** Once, as long as they are the same. */
function tell(language: Language, { source, locale }: Wish, { form, dependencies, problems }: Report): void {
  const found = problems.map(({ code, questionId }) => `${code} ${questionId}`).join();
  if (found === '' || found === language.told) return;
  language.told = found;
  dependencies.log.warn('question_problems', {
    ...fieldsOf(source),
    revision: form.revision,
    locale,
    count: problems.length,
    problems: problems.slice(0, MOST_PROBLEMS),
  });
}

const storedName = ({ source, locale }: Wish): string => `${formName(source)} ${locale}`;

/** The last good ones of before this process began: text that this proxy wrote. */
async function restore(language: Language, wish: Wish, { trees }: FormCacheDependencies): Promise<void> {
  if (language.isRestored) return;
  language.isRestored = true;
  const json = await trees?.read(wish.source.tenant, storedName(wish)).catch(() => null);
  if (json != null) language.texts ??= new Map(JSON.parse(json));
}

/** Written once for each reading of the texts and each revision of the form. */
function write(language: Language, texts: PairedTexts, form: CachedForm): CachedForm {
  const { written } = language;
  if (written?.texts === texts && written.form.revision === form.revision) return written.form;
  const translated = { ...form, shown: JSON.stringify(withTexts(JSON.parse(form.json), texts)) };
  language.written = { texts, form: translated };
  return translated;
}
