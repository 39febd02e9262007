// @vitest-environment happy-dom

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { DiagnosisFile } from '../contract.ts';
import { ApplyFormElement, defineApplyForm } from '../element/define.ts';
import { mount } from '../element/mount.ts';
import { createLazy, followGround } from '../lazy/lazy.ts';
import * as diagnosis from './diagnose.ts';
// Loaded late, which takes its time once: here and now.
import './odd-settings.ts';
import { browserPlatform } from '../element/platform.ts';
import { quiet } from '../settle.support.ts';
import type { Surroundings } from './surroundings.ts';

const question = { type: 'questions', id: '1', attributes: { title: 'Name', question_type: 'short_text' } };

let lines: string[];
let diagnosisLoads: number;
let isWordless: boolean;

defineApplyForm();

/** The console of a page that has just been opened. */
function freshDiagnosis(): DiagnosisFile {
  const place: Surroundings = {
    page: 'https://careers.example.com/4711',
    origin: 'https://careers.example.com',
    isOnline: true,
    watchPolicy: () => async () => null,
    hasOwnFetch: false,
    answers: async () => false,
    told: new Set(),
  };
  return {
    ...diagnosis,
    diagnose: (host, wrong) => diagnosis.diagnose(host, wrong, place),
    tellOddities: (host, speech) => diagnosis.tellOddities(host, speech, place),
  };
}

beforeEach(() => {
  [lines, diagnosisLoads, isWordless] = [[], 0, false];
  const file = freshDiagnosis();
  const loadDiagnosis = async () => {
    diagnosisLoads += 1;
    return file;
  };
  vi.spyOn(console, 'warn').mockImplementation((line) => lines.push(String(line)));
  ApplyFormElement.transport = {
    loadLazy: async () => ({
      followGround,
      createLazy: (tools) => createLazy(tools, { ...browserPlatform(tools), loadDiagnosis }),
    }),
    loadDetails: () => Promise.reject(),
    loadDates: () => Promise.reject(),
    loadWords: async () =>
      isWordless ? Promise.reject(new Error('offline')) : (await import('../../locale/de.ts')).de,
    fetch: async () => new Response(JSON.stringify({ data: [question], meta: { revision: 'r1' } })),
  };
});

afterEach(() => {
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

/** The element, as HTML places it, once its form has been touched. */
async function touched(attributes: string, change: (element: ApplyFormElement) => void = () => {}) {
  document.body.innerHTML = `<apply-form endpoint="https://forms.example.com" ${attributes}></apply-form>`;
  const element = document.querySelector('apply-form');
  if (element === null) throw new Error('There is no element.');
  change(element);
  await touch(element);
  return element;
}

async function touch(element: ApplyFormElement): Promise<void> {
  await expect.poll(() => element.shadowRoot?.querySelector('input')).toBeTruthy();
  element.shadowRoot?.querySelector('input')?.focus();
  await expect.poll(() => element.session?.later.peek()).not.toBeNull();
  await quiet();
}

describe('a form that was set up as it should be', () => {
  test.each([
    'token="sealed"',
    'token="sealed" class="wide" id="form" style="margin: 0" data-job="1" aria-label="x" dir="rtl" hidden',
    'token="sealed" theme="dark" heading-level="3" draft="off" source="newsletter" lang="de-AT"',
    'token="sealed" lang="en-GB" mode="live" theme="auto" heading-level="2"',
    'token="sealed" endpoint="https://forms.example.com/"',
  ])('%s: says nothing, and loads nothing that could', async (attributes) => {
    await touched(attributes);
    expect(lines).toEqual([]);
    expect(diagnosisLoads).toBe(0);
  });

  test.each([
    'token="sealed" slot="x" part="y" title="z" tabindex="0" role="group" nonce="n" inert',
    'token="sealed" theme="" draft="" heading-level="" tenant=""',
    'token="sealed" v-cloak x-data="{}" hx-boost="true" ng-version="1" _ngcontent-abc',
    'token=" sealed " theme=" dark "',
  ])('%s: what other tools write on elements is not odd', async (attributes) => {
    await touched(attributes);
    expect(lines).toEqual([]);
  });
});

describe('what is not read as it was written', () => {
  test.each([
    ['theme="drak"', 'reads theme="drak" as "auto": write auto, dark or light.'],
    ['isolation="x"', 'reads isolation="x" as "shadow": write light or shadow.'],
    ['heading-level="9"', 'reads heading-level="9" as "2": write 1, 2, 3, 4, 5 or 6.'],
    ['draft="of"', 'reads draft="of" as "on": write off, on or session.'],
    ['mode="x"', 'reads mode="x" as "live": write live or preview.'],
    ['theme="Dark"', 'reads theme="Dark" as "auto": write auto, dark or light.'],
    [
      'lang="xx"',
      'has no words for lang="xx" and speaks English: it speaks en, de, es, fr, pt, pt-BR and ar.',
    ],
    ['job="4711"', 'has a token and job="4711", and the token decides: leave one of them out.'],
    ['posting="64711"', 'has a token and posting="64711", and the token decides: leave one of them out.'],
    ['job-posting="64711"', 'does not know the attribute job-posting: write posting.'],
    ['tenant="acme"', 'has a token, which names its tenant itself: leave out tenant="acme".'],
    ['jobid="4711"', 'does not know the attribute jobid: write job.'],
    [
      'autostart',
      /^does not know the attribute autostart: it knows job, posting, tenant, .* and heading-level\.$/,
    ],
    ['headinglevel="3"', 'does not know the attribute headinglevel: write heading-level.'],
    ['langauge="de"', 'does not know the attribute langauge: write lang.'],
    [
      'renew-token="x"',
      'cannot read the attribute renew-token: renewToken is a property, which is set by script.',
    ],
    ['document="{}"', 'cannot read the attribute document: document is a property, which is set by script.'],
  ])('%s is named in one line, with what is taken and what there is', async (attribute, line) => {
    const element = await touched(`token="sealed" ${attribute}`);
    expect(element.dataset['state']).toBe('ready');
    expect(lines).toEqual([
      expect.stringMatching(
        typeof line === 'string'
          ? `<apply-form> ${escaped(line)}$`
          : new RegExp(line.source.replace('^', '^<apply-form> ')),
      ),
    ]);
  });

  test('an attribute of the script tag is named as it stands there', async () => {
    await touched('token="sealed" jobs="1"', () => {
      document.body.append(Object.assign(document.createElement('script'), { type: 'text/plain' }));
      document.querySelector('script')?.setAttribute('data-apply-jobs', '1');
    });
    expect(lines).toEqual([expect.stringContaining('jobs (data-apply-jobs of its script): write job.')]);
  });

  test('what is written there is never shown: it may be a token with a slip in its name', async () => {
    await touched('token="sealed" tokn="eyJzZWNyZXQ"');
    expect(lines).toEqual([expect.stringContaining('attribute tokn: write token.')]);
  });

  test('each fault has its line, once for all forms of a page', async () => {
    await touched('token="sealed" theme="drak" draft="of"');
    await touched('token="sealed" theme="drak"');
    expect(lines).toHaveLength(2);
  });

  test('words that could not be loaded are missed, and said', async () => {
    isWordless = true;
    await touched('token="sealed" lang="de"');
    expect(lines).toEqual([expect.stringContaining('could not load its words for lang="de"')]);
  });

  test('a posting beside a job is named, since the job decides', async () => {
    const reply = { data: { attributes: { token: 'sealed' } } };
    const form = { data: [question], meta: { revision: 'r1' } };
    const fetch = async (input: RequestInfo | URL) =>
      new Response(JSON.stringify(String(input).includes('/sessions') ? reply : form));
    Object.assign(ApplyFormElement.transport, { fetch });
    await touched('job="4711" posting="64711"');
    expect(lines).toEqual([
      expect.stringContaining(
        'has job="4711" and posting="64711", and the job decides: leave one of them out.',
      ),
    ]);
  });

  test('an unknown language is said when it is set later, too', async () => {
    const element = await touched('token="sealed"');
    element.lang = 'xx';
    await quiet();
    expect(lines).toEqual([expect.stringContaining('lang="xx"')]);
  });
});

describe('what script sets', () => {
  test('an unknown option of mount is named', async () => {
    const { element } = mount(
      document.body,
      Object.assign({ token: 'sealed', endpoint: 'https://forms.example.com' }, { jobId: '4711' }),
    );
    await touch(element);
    expect(lines).toEqual(['<apply-form> does not know the property or option jobId: write job.']);
  });

  test('a renewToken that is no function is named with what else is odd, before it is needed', async () => {
    await touched('token="sealed" theme="drak"', (element) => Object.assign(element, { renewToken: 'x' }));
    expect(lines).toContain(
      '<apply-form> has a property renewToken that is no function: set it to one that gives a Promise of a fresh token.',
    );
  });

  test('what libraries keep on an element is not odd', async () => {
    await touched('token="sealed"', (element) =>
      Object.assign(element, {
        __k: 1,
        _vei: 1,
        l: 1,
        $$click: 1,
        jQuery360: 1,
        __reactFiber$x: 1,
        __ngContext__: 1,
      }),
    );
    expect(lines).toEqual([]);
    expect(diagnosisLoads).toBe(0);
  });
});

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
