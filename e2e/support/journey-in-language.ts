/** A journey through a sample form, by an applicant who reads and writes another language than it is written in. */
import type { Page } from 'playwright/test';
import { Applicant, type Entry } from './applicant.ts';
import type { Server } from './apply-form-server.ts';
import type { Journey } from './journeys.ts';
import type { Sandbox } from './sandbox.ts';
import { expect } from './with-server.ts';

interface Surroundings {
  readonly page: Page;
  readonly server: Server;
  readonly sandbox: Sandbox;
}

export async function walkIn(language: string, journey: Journey, around: Surroundings): Promise<void> {
  const { page, server, sandbox } = around;
  const { application, token } = await sandbox.apply(journey.form);
  const translate = await createTranslator(server, token, { from: journey.language ?? 'en', to: language });
  await page.goto(`${server.origin}/form#token=${token}&lang=${language}`);
  const applicant = new Applicant(page);
  await expect(applicant.state()).toHaveAttribute('data-state', 'ready');
  await expect(page.locator('.af')).toHaveAttribute('lang', new RegExp(`^${language}`));
  expect((await applicant.visible()).join(' '), 'at the start').toBe(journey.start);
  for (const step of journey.steps) {
    await applicant.answer(step.answer, translate(step.answer, step.with));
    const message = `after ${step.answer} = ${JSON.stringify(step.with)}`;
    const shown = async () => (await applicant.visible()).join(' ');
    await expect.poll(shown, { message }).toBe(step.visible);
  }
  await applicant.consent();
  await applicant.send();
  // A server that has just started learns first how many requests the service takes.
  await expect(applicant.state()).toHaveAttribute('data-state', 'complete');
  expect((await sandbox.posts(application)).join(' ')).toBe(journey.posts);
  const held = await sandbox.held(application);
  for (const [question, value] of Object.entries(journey.held))
    expect(held.get(question), `answer to ${question}`).toEqual(value);
}

type Translate = (question: string, entry: Entry) => Entry;

interface Platform {
  readonly from: string;
  readonly to: string;
}

/** Options by their place in the list, numbers by how a language writes them; all else is the same in every language. */
async function createTranslator(server: Server, token: string, { from, to }: Platform): Promise<Translate> {
  const [before, after] = await Promise.all([from, to].map((language) => readList(server, token, language)));
  return (question, entry) => {
    if (Array.isArray(entry)) {
      const [known, shown] = [before?.get(question)?.options ?? [], after?.get(question)?.options ?? []];
      return entry.map((option: string) => shown[known.indexOf(option)] ?? option);
    }
    const isNumber = typeof entry === 'string' && after?.get(question)?.type === 'number';
    return isNumber ? writeNumber(readNumber(entry, from), to) : entry;
  };
}

interface ListedQuestion {
  readonly type: string;
  readonly options: readonly string[];
}

/** Odd ones too: the form `hostile` has them. */
type Option = string | { readonly text?: string } | null;

interface Resource {
  readonly id: string;
  readonly attributes: {
    readonly question_type: string;
    readonly multiple_choice_options?: readonly Option[];
  };
  readonly meta?: { readonly shown?: { readonly multiple_choice_options?: readonly Option[] } };
}

interface List {
  readonly data: readonly Resource[];
  readonly included?: readonly Resource[];
}

/** The questions with the options that are shown in a language. */
async function readList(
  server: Server,
  token: string,
  language: string,
): Promise<ReadonlyMap<string, ListedQuestion>> {
  const locale = ['en', 'ar'].includes(language) ? '' : `&locale=${language}`;
  const reply = await fetch(`${server.origin}/api/v1/questions?include=conditional_questions${locale}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { data, included = [] }: List = await reply.json();
  return new Map(
    [...data, ...included].map(({ id, attributes, meta }) => {
      const options = meta?.shown?.multiple_choice_options ?? attributes.multiple_choice_options ?? [];
      const texts = options.map((option) => (typeof option === 'string' ? option : (option?.text ?? '')));
      return [id, { type: attributes.question_type, options: texts }];
    }),
  );
}

const partOf = (language: string, type: 'group' | 'decimal') =>
  new Intl.NumberFormat(language).formatToParts(12_345_678.5).find((part) => part.type === type)?.value ?? '';

const readNumber = (written: string, language: string): string =>
  written.replaceAll(partOf(language, 'group'), '').replace(partOf(language, 'decimal'), '.');

const writeNumber = (decimal: string, language: string): string =>
  decimal
    .replace('.', partOf(language, 'decimal'))
    .replace(/\d/g, (digit) => new Intl.NumberFormat(language).format(Number(digit)));
