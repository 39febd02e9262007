// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { de } from '../../locale/de.ts';
import { type AttributeName, attributeNames } from '../host/host.ts';
import { Filling, followGround } from '../session/filling.ts';
import { quiet } from '../settle.support.ts';
import { ApplyFormElement, defineApplyForm } from './define.ts';

const question = (id: string, title: string, attributes: object = {}) => ({
  type: 'questions',
  id,
  attributes: { title, question_type: 'short_text', conditional: null, ...attributes },
});

const shownWhen = (parent: string, value: string) => ({
  conditional: { parent_question_id: parent, position: 1, conditions: [{ operator: 'equals', value }] },
});

const document_ = {
  data: [
    question('1', 'Have you worked here before?', { question_type: 'boolean', required: true }),
    question('2', 'Your phone number'),
  ],
  included: [question('3', 'In which year?', { question_type: 'number', ...shownWhen('1', 'true') })],
  meta: { revision: 'r1', title: 'Nurse' },
};

let requests: string[];
let fillingLoads: number;
let wordLoads: string[];
let reply: () => Response;
/** Callbacks that wait for an idle page; a test runs them. */
let idle: (() => void)[];

defineApplyForm();

beforeEach(() => {
  idle = [];
  vi.stubGlobal('requestIdleCallback', (act: () => void) => idle.push(act));
  requests = [];
  fillingLoads = 0;
  wordLoads = [];
  reply = () => new Response(JSON.stringify(document_));
  ApplyFormElement.transport = {
    ...ApplyFormElement.transport,
    loadFilling: async () => {
      fillingLoads += 1;
      return { Filling, followGround };
    },
    loadWords: async (language) => {
      wordLoads.push(language);
      return de;
    },
    fetch: async (input) => {
      requests.push(String(input));
      return reply();
    },
  };
});

afterEach(async () => {
  document.body.replaceChildren();
  // A removed form ends only when it has not returned to the page.
  await quiet();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Inserts the element into the page as HTML. */
async function insert(html: string): Promise<ApplyFormElement> {
  document.body.innerHTML = html;
  await quiet();
  const element = document.querySelector('apply-form');
  if (element === null) throw new Error('There is no element.');
  return element;
}

const live = '<apply-form token="sealed" endpoint="https://forms.example.com"></apply-form>';

function inside(element: ApplyFormElement): ShadowRoot {
  if (element.shadowRoot === null) throw new Error('There is no shadow root.');
  return element.shadowRoot;
}

const blocks = (element: ApplyFormElement) =>
  [...inside(element).querySelectorAll<HTMLElement>('[data-question-id]')].map(
    (block) => block.dataset['questionId'],
  );

function phoneIn(element: ApplyFormElement): HTMLInputElement {
  const input = inside(element).querySelector<HTMLInputElement>('[data-question-id="2"] input');
  if (input === null) throw new Error('There is no field.');
  return input;
}

function type(input: HTMLInputElement, text: string): void {
  input.value = text;
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

async function answerYes(element: ApplyFormElement): Promise<void> {
  inside(element).querySelector<HTMLInputElement>('[data-question-id="1"] input[type=radio]')?.click();
  await quiet();
}

describe('the element on a page', () => {
  test('loads the form from its own endpoint and shows it in an open shadow root', async () => {
    const element = await insert(live);
    expect(requests).toEqual(['https://forms.example.com/api/v1/questions?include=conditional_questions']);
    expect(blocks(element)).toEqual(['1', '2']);
    expect(element.dataset['state']).toBe('ready');
    expect(inside(element).adoptedStyleSheets).toHaveLength(1);
  });

  test('dispatches events that bubble out of every shadow root', async () => {
    const events: string[] = [];
    const listener = (event: Event) => events.push(`${event.type} ${event.composed}`);
    document.addEventListener('apply-ready', listener);
    await insert(live);
    document.removeEventListener('apply-ready', listener);
    expect(events).toEqual(['apply-ready true']);
  });
});

describe('the file for filling in', () => {
  test('loads once, at the first touch of the form', async () => {
    const element = await insert(live);
    expect(fillingLoads).toBe(0);
    const [first, second] = inside(element).querySelectorAll('input');
    first?.focus();
    second?.focus();
    await quiet();
    expect(fillingLoads).toBe(1);
  });

  test('loads earlier when the page is idle, and changes nothing on screen', async () => {
    const element = await insert(live);
    const before = inside(element).innerHTML;
    for (const act of idle) act();
    await quiet();
    expect([idle.length, fillingLoads]).toEqual([1, 1]);
    expect(inside(element).innerHTML).toBe(before);
  });
});

describe('the language of a form', () => {
  const wordsOn = (element: ApplyFormElement) => inside(element).querySelector('[type=submit]')?.textContent;

  afterEach(() => document.documentElement.removeAttribute('lang'));

  test('follows the language of the page', async () => {
    document.documentElement.lang = 'de-AT';
    const element = await insert(live);
    expect(wordsOn(element)).toBe(de['form.send']);
    expect(inside(element).querySelector('.af')?.getAttribute('lang')).toBe('de-AT');
    expect(requests[0]).toContain('locale=de');
  });
});

describe('a host that changes its page', () => {
  // The other token belongs to the same application.
  beforeEach(() => {
    localStorage.clear();
    const meta = { ...document_.meta, draftKey: 'A'.repeat(43) };
    reply = () => new Response(JSON.stringify({ ...document_, meta }));
  });

  const written: Readonly<Record<AttributeName, string>> = {
    job: '4712',
    posting: '64712',
    tenant: 'north',
    token: 'another',
    endpoint: 'https://other.example.com',
    lang: 'de',
    theme: 'dark',
    isolation: 'light',
    draft: 'off',
    layout: 'steps',
    source: 'newsletter',
    next: '/thanks',
    mode: 'preview',
    'heading-level': '4',
  };

  /** Attributes that open another form. */
  const another: readonly AttributeName[] = ['endpoint', 'mode'];

  test.each(attributeNames.filter((name) => !another.includes(name)))(
    'changing %s keeps the form mounted and keeps the typed text',
    async (name) => {
      const element = await insert(live);
      const input = phoneIn(element);
      type(input, '0470 ');
      element.setAttribute(name, written[name]);
      await quiet();
      expect(phoneIn(element)).toBe(input);
      expect(input.value).toBe('0470 ');
      expect(element.dataset['state']).toBe('ready');
    },
  );

  test('moving the element keeps the form', async () => {
    const element = await insert(`<div id="here">${live}</div><div id="there"></div>`);
    await answerYes(element);
    const block = inside(element).querySelector('[data-question-id="3"]');
    document.getElementById('there')?.append(element);
    await quiet();
    expect(inside(element).querySelector('[data-question-id="3"]')).toBe(block);
    expect(requests).toHaveLength(1);
  });

  test('another token opens a form that could not be opened', async () => {
    reply = () => new Response(JSON.stringify({ errors: [{ code: 'token_expired' }] }), { status: 401 });
    const element = await insert(live);
    expect(element.dataset['state']).toBe('error');
    reply = () => new Response(JSON.stringify(document_));
    element.token = 'fresh';
    await quiet();
    expect(element.dataset['state']).toBe('ready');
  });
});

describe('a form that cannot open', () => {
  test('shows the light children as the fallback', async () => {
    reply = () => new Response('', { status: 503 });
    const element = await insert(
      live.replace('></', '><a href="https://careers.example.com">Apply there</a></'),
    );
    const slot = inside(element).querySelector('slot');
    expect(slot).not.toBeNull();
    expect(element.dataset['state']).toBe('error');
  });

  test('shows a message when token and job are missing, and warns the developer once', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const element = await insert('<apply-form endpoint="https://forms.example.com"></apply-form>');
    expect(inside(element).textContent).toContain('not set up correctly');
    expect(warn).toHaveBeenCalledTimes(1);
    expect(requests).toEqual([]);
  });
});

describe('methods', () => {
  test('validate shows every error and returns its questions', async () => {
    const element = await insert(live);
    expect(element.validate()).toEqual(['1']);
    await quiet();
    expect(inside(element).querySelector('[data-question-id="1"]')?.textContent).toContain(
      'Select yes or no',
    );
  });

  test('explain returns why a question is visible', async () => {
    const element = await insert(live);
    expect(element.explain('3')).toMatchObject({ parent: '1', visible: false, rule: { holds: false } });
    await answerYes(element);
    expect(element.explain('3')).toMatchObject({ visible: true, rule: { operator: 'equals', holds: true } });
    expect(element.explain('unknown')).toBeNull();
  });
});

describe('mounting by script', () => {
  test('keeps properties that were set before the script loaded', async () => {
    const element = document.createElement('apply-form');
    Object.defineProperty(element, 'document', { value: document_, configurable: true, writable: true });
    element.setAttribute('mode', 'preview');
    document.body.append(element);
    await quiet();
    expect(blocks(element)).toEqual(['1', '2']);
  });
});

describe('isolation="light"', () => {
  const fallbackSlot = (element: Element) => element.shadowRoot?.querySelector('slot:not([name])');

  test('renders into the page, and hides the fallback', async () => {
    const element = await insert(
      live.replace('token', 'isolation="light" token').replace('></', '><a>There</a></'),
    );
    expect(element.querySelectorAll('[data-question-id]')).toHaveLength(2);
    expect(fallbackSlot(element)?.hasAttribute('hidden')).toBe(true);
    element.remove();
    await quiet();
    expect(element.textContent).toBe('There');
  });

  test('shows the fallback when the form cannot open, without the message that there is no other way', async () => {
    reply = () => new Response('', { status: 503 });
    const element = await insert(
      live.replace('token', 'isolation="light" token').replace('></', '><a>There</a></'),
    );
    expect(fallbackSlot(element)?.hasAttribute('hidden')).toBe(false);
    expect(element.textContent).not.toContain('contact the employer');
  });
});
