/**
 * Each sample form in each language over real HTTP, through proxy and sandbox, with the loader and the form of the
 * browser: a journey is made up in English, then gone again in every other language. What is visible after each step
 * and what arrives at the service must be the same.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Connection, UploadRequest } from '../../browser/api/connection.ts';
import { readReceipt } from '../../browser/api/follow.ts';
import type { LoadedForm } from '../../browser/api/from-document.ts';
import { inTime } from '../../browser/api/in-time.ts';
import { loadForm } from '../../browser/api/load-form.ts';
import { requestProxy } from '../../browser/api/request.ts';
import { stageFile } from '../../browser/api/stage-file.ts';
import { submit } from '../../browser/api/submit.ts';
import type { Answer } from '../../core/model/answer.ts';
import { fileId, type QuestionId } from '../../core/model/ids.ts';
import { isSettled, type Submission } from '../../core/model/submission.ts';
import type { Field, FileRow, Form } from '../../form/contract.ts';
import { createForm } from '../../form/create-form.ts';
import { en } from '../../locale/en.ts';
import { type Language, languages } from '../../locale/languages.ts';
import { createMessages, type FirstMessages } from '../../locale/messages.ts';
import { readNumber } from '../../locale/number-reading.ts';
import { sampleForms } from '../../sandbox/sample-forms.ts';
import { type Bench, startBench } from './server.support.ts';

/** Whose numbers are written least like English ones. */
const locales: Readonly<Record<Language, string>> = {
  en: 'en',
  de: 'de-CH',
  es: 'es',
  fr: 'fr',
  pt: 'pt-PT',
  'pt-BR': 'pt-BR',
  ar: 'ar-EG',
};

/** Steps anywhere, some of which take answers back, then steps that follow what is asked further. */
const WANDERED = 60;
const FOLLOWED = 120;
/** Most files that a journey adds before the ones that are required; the proxy takes 20. */
const MOST_FILES = 10;

/** What an applicant does with one question, in terms that no language has. */
type Move =
  | Exclude<Answer, { kind: 'choice' | 'files' | 'unreadable' }>
  | { readonly kind: 'places'; readonly places: readonly number[] }
  | { readonly kind: 'attach'; readonly names: readonly string[] }
  | { readonly kind: 'clear' };

interface Step {
  readonly question: QuestionId;
  readonly move: Move;
}

/** A request, or an answer that the service holds. */
interface Arrived {
  readonly question: string | null;
  readonly [member: string]: unknown;
}

interface Outcome {
  readonly steps: readonly Step[];
  /** Visible questions at the start and after each step. */
  readonly visible: readonly (readonly QuestionId[])[];
  readonly state: string;
  readonly posts: readonly Arrived[];
  readonly held: readonly Arrived[];
  readonly titles: readonly string[];
}

let bench: Bench;
beforeAll(async () => {
  bench = await startBench({ APPLY_CONFIG: JSON.stringify(questionsAlone) });
});
afterAll(() => bench.close());

/** Without the sample settings of a job, which ask for a consent too. */
const questionsAlone = { tenants: { default: { jobs: { '4720': {} } } } };

/** How the options of a choice are answered: as they count, or (the control) as they are shown. */
type Reading = 'text' | 'shown';

class Applicant {
  readonly #form: Form;
  readonly #trees: readonly LoadedForm[];
  readonly #speech: readonly FirstMessages[];
  readonly #reading: Reading;
  readonly #contents = new Map<string, Blob>();
  #turn = 0;

  constructor(trees: readonly LoadedForm[], speech: readonly FirstMessages[], reading: Reading) {
    this.#trees = trees;
    this.#speech = speech;
    this.#reading = reading;
    const [first] = trees;
    if (first === undefined) throw new Error('No language.');
    this.#form = createForm(first.tree);
  }

  get form(): Form {
    return this.#form;
  }

  /** Each step in the next of the languages. */
  take({ question, move }: Step): void {
    const place = this.#turn++ % this.#trees.length;
    const tree = this.#trees[place]?.tree;
    if (this.#trees.length > 1 && tree !== undefined) this.#form.reword(tree);
    const field = fieldOf(this.#form, question);
    if (isFiles(field)) this.#attach(field, move.kind === 'attach' ? move.names : []);
    else this.#form.setAnswer(question, this.#answer(field, move, this.#speech[place]));
  }

  #answer(field: Field, move: Move, messages: FirstMessages | undefined): Answer | null {
    switch (move.kind) {
      case 'clear':
      case 'attach':
        return null;
      case 'number': {
        const typed = messages?.formatNumber(move.text) ?? '';
        const read = messages && readNumber(typed, messages.locale);
        return { kind: 'number', text: read?.decimal ?? `unreadable: ${typed}` };
      }
      case 'places': {
        const options = field.shown.type === 'multiple_choice' ? field.shown.options : [];
        const chosen = move.places.flatMap((place) => options[place] ?? []);
        return { kind: 'choice', options: chosen.map((option) => option[this.#reading]) };
      }
      default:
        return move;
    }
  }

  #attach(field: Field, names: readonly string[]): void {
    this.#form.changeFiles(field.question.id, () => []);
    for (const name of names) {
      const content = new Blob([`%PDF-1.4\n${name}\n%%EOF`], { type: 'application/pdf' });
      const id = fileId(randomUUID());
      this.#contents.set(id, content);
      const { size, type } = content;
      const row: FileRow = { id, name, size, type, progress: { kind: 'staged' } };
      this.#form.changeFiles(field.question.id, (rows) => [...rows, row]);
    }
  }

  /** All files that would go, then all answers. */
  async send(connection: Connection, language: Language): Promise<string> {
    const answers = this.#form.outgoing.value;
    for (const { question, value } of answers) {
      if (value.kind !== 'document') continue;
      const { id, name } = value.file;
      const file = {
        id,
        name,
        content: this.#contents.get(id) ?? new Blob(),
        purpose: `question ${question}`,
      };
      const signal = new AbortController().signal;
      const staged = await stageFile(connection, file, { upload, signal, onProgress: () => {} });
      expect(staged).toMatchObject({ ok: true });
    }
    const { revision } = this.#trees[0]?.meta ?? {};
    if (!revision) throw new Error('No revision.');
    const sent = await submit(connection, {
      details: null,
      answers,
      revision,
      locale: language,
      source: null,
    });
    return sent.ok ? lastState(connection, sent.value) : JSON.stringify(sent.error);
  }
}

/** The pace is learned from the beginning: many answers at once may take longer than the first reply waits. */
async function lastState(connection: Connection, sent: Submission): Promise<string> {
  let told = sent;
  while (!isSettled(told)) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    const reading = await readReceipt(connection, sent.reference);
    if (!reading.ok) return JSON.stringify(reading.error);
    told = reading.value;
  }
  return told.state;
}

async function upload({ address, headers, body }: UploadRequest) {
  const response = await fetch(address, { method: 'PUT', headers, body });
  return { status: response.status, body: await response.text(), retryAfter: null };
}

const fieldOf = (form: Form, id: QuestionId): Field => {
  const field = form.fields.get(id);
  if (field === undefined) throw new Error(`No question ${id}.`);
  return field;
};

const isFiles = ({ question }: Field) => question.type === 'document' || question.type === 'multi_document';

interface Going {
  readonly form: string;
  readonly spoken: readonly Language[];
  readonly reading?: Reading;
  /** Gone as it is; null: made up on the way. */
  readonly steps: readonly Step[] | null;
}

async function go({ form: name, spoken, reading = 'text', steps }: Going): Promise<Outcome> {
  const { token, application } = await bench.apply(name);
  const connection = { endpoint: bench.address, token, fetch, inTime, ask: requestProxy };
  const loaded = await Promise.all(spoken.map((language) => load(connection, language)));
  const speech = spoken.map((language) => createMessages(locales[language], en));
  const applicant = new Applicant(loaded, speech, reading);
  const { form } = applicant;
  const visible = [form.visible.value];
  const taken: Step[] = [];
  for (const step of steps ?? makeUp(form, name)) {
    applicant.take(step);
    taken.push(step);
    visible.push(form.visible.value);
  }
  const titles = form.order.map((field) => field.shown.title);
  const state = await applicant.send(connection, spoken[0] ?? 'en');
  const posts = bench
    .requests(application)
    .filter(({ method }) => method === 'POST')
    .map(({ method, path, question, status }) => ({ method, path, question, status }));
  const held = bench.held(application).map(({ question, type, value }) => ({ question, type, value }));
  return { steps: taken, visible, state, posts, held, titles };
}

async function load(connection: Connection, language: Language): Promise<LoadedForm> {
  const outcome = await loadForm(connection, language);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.error));
  return outcome.value;
}

/** Steps as the form stands when each is asked for; at last, what is still needed to send. */
function* makeUp(form: Form, seed: string): Generator<Step> {
  const pick = createPick([...seed].reduce((sum, letter) => sum * 31 + (letter.codePointAt(0) ?? 0), 7));
  for (let step = 0; step < WANDERED + FOLLOWED; step += 1) {
    const full = countFiles(form) >= MOST_FILES;
    const fields = form.visible.value
      .map((id) => fieldOf(form, id))
      .filter((field) => isAnswerable(field) && !(full && isFiles(field)));
    const follows = step >= WANDERED;
    const field = (follows ? lowestClosed(form, fields, pick) : null) ?? fields[pick(fields.length)];
    if (field === undefined) return;
    const move = follows || pick(6) > 0 ? moveFor(form, field, pick) : ({ kind: 'clear' } as const);
    yield { question: field.question.id, move };
  }
  for (let left = 1_000; left > 0; left -= 1) {
    const [first] = form.invalid.value;
    if (first === undefined) return;
    yield { question: first, move: moveFor(form, fieldOf(form, first), pick) };
  }
}

/** One of the lowest questions that do not show all that can stand below them. */
function lowestClosed(form: Form, fields: readonly Field[], pick: Pick): Field | null {
  const closed = fields.filter(({ question }) =>
    childrenOf(form, question.id).some((child) => form.fields.get(child)?.visible.value === false),
  );
  return closed[closed.length - 1 - pick(Math.min(2, closed.length))] ?? null;
}

/** Those of hidden questions too: they come back with them. */
const countFiles = (form: Form) => form.order.reduce((count, { files }) => count + files.value.length, 0);

/** 0 to one less than `count`. */
type Pick = (count: number) => number;

/** A linear congruential generator (Numerical Recipes): the same journey in every run. */
function createPick(seed: number): Pick {
  let state = seed >>> 0;
  return (count) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * count);
  };
}

const isAnswerable = ({ question }: Field) =>
  question.type !== 'unknown' && (question.type !== 'multiple_choice' || question.options.length > 0);

const childrenOf = (form: Form, id: QuestionId) => form.tree.nodes.get(id)?.children ?? [];

/** Values that the conditions below this question compare with. */
function comparedWith(form: Form, id: QuestionId): string[] {
  return childrenOf(form, id).flatMap((child) => {
    const conditional = form.tree.nodes.get(child)?.question.conditional;
    const condition = conditional?.kind === 'child' ? conditional.condition : null;
    const value =
      typeof condition === 'object' && condition !== null && 'value' in condition ? condition.value : null;
    return value === null ? [] : [String(value)];
  });
}

function moveFor(form: Form, { question }: Field, pick: Pick): Move {
  const compared = comparedWith(form, question.id);
  const oneOf = (pattern: RegExp, others: readonly string[]): string => {
    const all = [...compared.filter((value) => pattern.test(value)), ...others];
    return all[pick(all.length)] ?? '';
  };
  const day = () => oneOf(/^\d{4}-\d\d-\d\d$/, ['2026-03-01', '1999-12-31']);
  switch (question.type) {
    case 'boolean':
      return { kind: 'boolean', value: pick(2) === 0 };
    case 'short_text':
    case 'long_text':
      return { kind: 'text', text: oneOf(/\S/, ['Größe 1,5', 'كلمة']) };
    case 'url':
      return { kind: 'url', text: oneOf(/^https?:\/\/\S+$/, ['https://www.example.com/ü']) };
    case 'number':
      return {
        kind: 'number',
        text: oneOf(/^-?(0|[1-9]\d*)(\.\d+)?$/, ['1250.5', '-3', '1234567', '0.125']),
      };
    case 'date':
      return { kind: 'date', day: day() };
    case 'date_range': {
      const [from = '', to = ''] = [day(), day()].sort();
      return { kind: 'date_range', from, to };
    }
    case 'document':
      return { kind: 'attach', names: ['cv.pdf'] };
    case 'multi_document':
      return { kind: 'attach', names: ['one.pdf', 'two.pdf'].slice(pick(2)) };
    case 'multiple_choice': {
      const { minimum, maximum, options } = question;
      const most = Math.min(maximum ?? options.length, options.length);
      const least = Math.max(1, minimum);
      const first = pick(options.length);
      const count = Math.min(most, least + pick(Math.max(1, most - least + 1)));
      return {
        kind: 'places',
        places: Array.from({ length: count }, (_, index) => (first + index) % options.length),
      };
    }
    default:
      return { kind: 'clear' };
  }
}

const inEnglish = new Map<string, Promise<Outcome>>();

function english(form: string): Promise<Outcome> {
  const known = inEnglish.get(form) ?? go({ form, spoken: ['en'], steps: null });
  inEnglish.set(form, known);
  return known;
}

/** Without what may differ: the texts, and what the journey was made of. */
const effects = ({ visible, state, posts, held }: Outcome) => ({ visible, state, posts, held });

const otherLanguages = languages.filter((language) => language !== 'en');

describe.each(sampleForms)('$name', { timeout: 30_000 }, ({ name, translations }) => {
  test('English: a journey shows and hides questions, and all answers arrive', async () => {
    const { visible, state, posts, held } = await english(name);
    const seen = new Set(visible.flat());
    // It asks for a choice of three options of which one may be taken.
    expect(state).toBe(name === 'hostile' ? 'attention' : 'complete');
    expect(posts.length).toBeGreaterThan(5);
    const taken = posts.filter(({ status }) => status === 201).map(({ question }) => question);
    expect(held.map(({ question }) => question)).toEqual(taken);
    expect(posts.length - taken.length).toBe(name === 'hostile' ? 1 : 0);
    expect(seen.size).toBeGreaterThan(visible[0]?.length ?? 0);
  });

  test.each(otherLanguages)(
    '%s: the same questions are visible, the same requests arrive',
    async (language) => {
      const first = await english(name);
      const again = await go({ form: name, spoken: [language], steps: first.steps });
      expect(effects(again)).toEqual(effects(first));
      const isTranslated = language !== 'ar' && (translations?.[language]?.size ?? 0) > 0;
      expect(again.titles.join() !== first.titles.join()).toBe(isTranslated);
    },
  );

  test('another language with every step: the same again', async () => {
    const first = await english(name);
    const again = await go({ form: name, spoken: languages, steps: first.steps });
    expect(effects(again)).toEqual(effects(first));
  });
});

test('were choices answered as they are shown, the journey would be another one', async () => {
  const first = await english('translated');
  const astray = await go({ form: 'translated', spoken: ['de'], reading: 'shown', steps: first.steps });
  expect(astray.visible).not.toEqual(first.visible);
});
