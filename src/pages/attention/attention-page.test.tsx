import { signal } from '@preact/signals';
import { cleanup, render, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { failure, success } from '../../core/model/outcome.ts';
import { createActs } from './acts.ts';
import type { AskServer } from './ask-server.ts';
import { AttentionPage } from './attention-page.tsx';
import { createDesk, type Desk } from './desk.ts';
import type { OwnPage } from './own-pages.ts';
import type { Lesson, AttentionPage as Listed, Waiting } from './read-reply.ts';
import { createFakeServer, item, pageOf, waiting } from './waiting.support.ts';

afterEach(cleanup);

const NOON = Date.parse('2026-01-07T12:00:00.000Z');

function renderPage(desk: Desk, pages: readonly OwnPage[] = []) {
  const acts = createActs(desk, () => undefined);
  render(<AttentionPage desk={desk} acts={acts} pages={signal(pages)} />);
  return acts;
}

async function show(list: Partial<Listed>, instead: Partial<AskServer> = {}) {
  const { ask } = createFakeServer([]);
  const told = { ...pageOf(), ...list };
  const page = async () => success({ ...told, total: list.total ?? told.waiting.length });
  const desk = createDesk({ ask: { ...ask, list: page, ...instead }, now: () => NOON });
  await desk.open('the key');
  renderPage(desk);
  return desk;
}

const many = (count: number): readonly Waiting[] =>
  Array.from({ length: count }, (_, place) => waiting(`AAAA-BBBB-${1000 + place}`));

describe('the list', () => {
  test('says why once for all items of a reason, and what waits behind them', async () => {
    const items = [
      item({
        question: null,
        title: null,
        state: 'refused',
        code: 'invalid_details',
        members: ['phone', 'cv'],
      }),
      ...['1', '2', '3', '4', '5', '6'].map((question) =>
        item({ question, title: `Title ${question}`, state: 'queued', code: null }),
      ),
    ];
    await show({ waiting: [waiting('AAAA', { items, application: null, job: '4711' })] });
    const row = within(screen.getByRole('article', { name: 'AAAA' }));
    expect(row.getByText('The application itself: phone, cv')).toBeTruthy();
    expect(row.getByText(/^The service does not take, or misses, what is named/)).toBeTruthy();
    expect(row.getAllByText('Goes by itself once what stopped the rest is done with.')).toHaveLength(1);
    expect(row.getByText('2 more')).toBeTruthy();
    expect(row.getByText('not made')).toBeTruthy();
  });

  test('marks what is deleted in less than a day', async () => {
    const keptUntil = '2026-01-07T20:00:00.000Z';
    await show({
      waiting: [waiting('AAAA', { keptUntil }), waiting('BBBB', { keptUntil: '2026-01-14T00:00:00.000Z' })],
    });
    const soon = document.querySelectorAll('.is-soon');
    expect([soon.length, soon[0]?.textContent]).toEqual([1, expect.stringContaining('(in 8 hours)')]);
  });

  test.each([
    ['a refused answer, which is for the applicant', item({ state: 'refused', code: 'invalid_answer' })],
    ['what was given up and wiped', item({ code: 'given_up', title: null })],
  ])('offers only the export of %s', async (_name, one) => {
    await show({ waiting: [waiting('AAAA', { items: [one] })] });
    expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual([
      'Refresh',
      'Lock',
      'Export AAAA',
    ]);
  });

  test('says which event a webhook did not take, with what to do, and that giving up concerns no application', async () => {
    const one = item({ question: 'msg_1', title: 'application.complete', state: 'untold', code: 'gone' });
    await show({ waiting: [waiting('AAAA', { items: [one] })] });
    const row = within(screen.getByRole('article', { name: 'AAAA' }));
    expect(
      row.getByText(/^The webhook answered 410, so it wants nothing more: mend the receiver/),
    ).toBeTruthy();
    expect(row.getByText('application.complete')).toBeTruthy();
    expect(row.getByRole('button', { name: 'Retry AAAA' })).toBeTruthy();
    row.getByRole('button', { name: 'Give up AAAA' }).click();
    expect(await row.findByText(/^Your own server is never told of this by its webhook/)).toBeTruthy();
  });

  test.each([
    [0, null],
    [1, /^A webhook has one event yet to be told\. It is tried again by itself/],
    [12, /^Webhooks have 12 events yet to be told\. Each is tried again by itself/],
  ])(
    'with %d events that a webhook is yet to be told says so beside the server, as no task',
    async (eventsWaiting, words) => {
      await show({ eventsWaiting });
      expect(screen.queryAllByText(words ?? /yet to be told/)).toHaveLength(words === null ? 0 : 1);
      expect(screen.getByText('Nothing needs attention.')).toBeTruthy();
    },
  );

  test('has 25 submissions on a page, and goes to the next', { tags: 'deep' }, async () => {
    await show({ waiting: many(30) });
    expect(screen.getAllByRole('article')).toHaveLength(25);
    screen.getByRole('button', { name: 'Next' }).click();
    expect(await screen.findByText('Page 2 of 2')).toBeTruthy();
    expect(screen.getAllByRole('article')).toHaveLength(5);
    expect(document.activeElement?.textContent).toBe('What waits');
  });

  test('says how many more there are than it lists', async () => {
    await show({ waiting: many(2), total: 12_000 });
    expect(screen.getByText(/^The oldest 2 are listed\./)).toBeTruthy();
  });
});

describe('the server', () => {
  test('that takes nothing says why, and whose key it is', async () => {
    const told = {
      isReady: false,
      reasons: ['store'],
      degraded: ['service_key', 'new_one'],
      tenant: 'north',
    };
    await show({}, { state: async () => success(told) });
    expect(screen.getByText('The server takes no applications now.')).toBeTruthy();
    expect(screen.getByText(/^The store cannot be written/)).toBeTruthy();
    expect(screen.getByText(/^The recruitment service refuses the key/)).toBeTruthy();
    expect(screen.getByText('It says: new_one.')).toBeTruthy();
    expect(screen.getByText('north')).toBeTruthy();
  });
});

describe('the locked page', () => {
  const lockedDesk = () => createDesk({ ask: createFakeServer([]).ask, now: () => NOON });
  const key = () => screen.getByLabelText<HTMLInputElement>('Admin key');

  test.each([
    ['with the sandbox says its key', './sandbox/', 1],
    ['without the sandbox says none', './docs/', 0],
  ])('of a server %s', (_name, address, times) => {
    renderPage(lockedDesk(), [{ name: 'A page', address }]);
    const said = /In this sandbox it is “sandbox-admin”, unless another was set\./;
    expect(screen.queryAllByText(said)).toHaveLength(times);
  });

  test('keeps nothing of what was typed when it is left', () => {
    renderPage(lockedDesk());
    key().value = 'refused before';
    dispatchEvent(new Event('pagehide'));
    expect(key().value).toBe('');
  });

  test('says what is done in a region that was there before', async () => {
    const desk = lockedDesk();
    renderPage(desk);
    const status = screen.getByRole('status');
    expect([status.hidden, status.textContent, status.children.length]).toEqual([false, '', 0]);
    desk.say('Done.');
    expect((await screen.findByText('Done.')).parentElement).toBe(status);
  });
});

const finding = { question: '12', title: 'Colour', found: 'It has no options.', fix: 'Add two.' };

test('questions to mend are listed under their job, with what to do, and the rest is counted', async () => {
  const all = { job: null, title: null, count: 80, findings: [finding, finding] };
  const nurse = { job: '4711', title: 'Nurse', count: 1, findings: [finding] };
  await show({ questions: [all, nurse], questionsLeftOut: 12 });
  const part = within(screen.getByRole('region', { name: 'Questions that need mending' }));
  expect(part.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'All questions of the service',
    'Nurse 4711',
  ]);
  expect(part.getAllByText('It has no options.')).toHaveLength(3);
  expect(part.getAllByText('Add two.')).toHaveLength(3);
  for (const words of ['80 things to mend', '1 thing to mend']) expect(part.getByText(words)).toBeTruthy();
  expect(part.getAllByText(/^And /).map(({ textContent }) => textContent)).toEqual([
    'And 78 more: put these right first.',
    'And 12 more jobs with such questions: put these right first.',
  ]);
});

const lesson = (field: string): Lesson => ({
  job: '4711',
  field,
  isAgreed: false,
  learnedAt: '2026-01-01T00:00:00.000Z',
  refusedAt: '2026-01-02T00:00:00.000Z',
  configuration: '"jobs": …',
});

test('a lesson is agreed to only where few may ask for it', async () => {
  await show({ lessons: [lesson('phone'), lesson('date_of_birth')] });
  const part = within(screen.getByRole('region', { name: 'What jobs demand' }));
  expect(part.getAllByRole('button', { name: /^Agree/ })).toHaveLength(1);
  expect(part.getByRole('button', { name: 'Agree that date_of_birth is asked for job 4711' })).toBeTruthy();
  expect(part.getAllByText('"jobs": …')).toHaveLength(1);
});

describe('the focus', () => {
  const focused = () => document.activeElement?.textContent;
  const press = (name: RegExp) => {
    const button = screen.getByRole('button', { name });
    button.focus();
    button.click();
  };

  test('goes from a lesson that is forgotten to the heading of the other lessons', async () => {
    let lessons = [lesson('phone'), lesson('street')];
    await show(
      {},
      {
        list: async () => success({ ...pageOf(), lessons }),
        async tell(_key, { field }) {
          lessons = lessons.filter((one) => one.field !== field);
          return success(null);
        },
      },
    );
    press(/^Forget .* phone$/);
    await waitFor(() => expect(focused()).toBe('What jobs demand'));
  });

  test('goes to the heading of the list when a round ends and one submission is left', async () => {
    const server = createFakeServer(['AAAA', 'BBBB', 'CCCC']);
    const act: AskServer['act'] = async (key, reference, action) =>
      reference === 'CCCC'
        ? failure({ kind: 'refused', detail: 'None.' })
        : server.ask.act(key, reference, action);
    const desk = createDesk({ ask: { ...server.ask, act }, now: () => NOON });
    await desk.open('the key');
    renderPage(desk);
    press(/^Retry all/);
    await waitFor(() => expect(focused()).toBe('What waits'));
    expect(screen.queryByRole('button', { name: /^(Retry all|Stop)/ })).toBeNull();
  });
});

describe('the line of a job', () => {
  afterEach(() => vi.unstubAllGlobals());

  test.each([
    ['is copied', { clipboard: { writeText: async () => undefined } }, /^Copied$/],
    ['is to be selected where the page has no clipboard', {}, /select the text, then copy it\.$/],
  ])('%s', async (_name, navigator, said) => {
    await show({ lessons: [lesson('phone')] });
    vi.stubGlobal('navigator', navigator);
    screen.getByRole('button', { name: 'Copy the line of job 4711' }).click();
    expect(await screen.findByText(said)).toBeTruthy();
  });
});
