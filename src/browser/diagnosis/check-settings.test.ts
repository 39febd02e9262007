// @vitest-environment happy-dom

import { expect, test } from 'vitest';
import type { View } from '../../form/contract.ts';
import { createForm } from '../../form/create-form.ts';
import { question, treeOf } from '../../form/form.support.ts';
import { signal } from '../../form/signals.ts';
import type { DiagnosisFile, SessionHost } from '../contract.ts';
import { nothingRich, readSettings } from '../element/settings.ts';
import { quiet } from '../settle.support.ts';
import { checkSettings } from './check-settings.ts';
import { unknownAttributes } from './unknown-attributes.ts';

const unused = () => Promise.reject(new Error('unused'));

async function loadsFor(attributes: string) {
  document.body.innerHTML = `<apply-form ${attributes}></apply-form>`;
  const element = document.querySelector('apply-form');
  const settings = () => ({
    ...readSettings((name) => element?.getAttribute(name) ?? null, null),
    ...nothingRich,
  });
  const transport = {
    fetch: unused,
    loadFilling: unused,
    loadWords: unused,
  };
  const host: SessionHost = { settings, element, emit: () => true, warn: () => {}, transport };
  const form = createForm(treeOf(question('1', 'short_text')));
  const view = signal<View>({ kind: 'form', form, title: null, preview: false, changed: null });
  let loads = 0;
  const loadDiagnosis = async (): Promise<DiagnosisFile | null> => {
    loads += 1;
    return null;
  };
  const life = new AbortController();
  checkSettings({ host, view, signal: life.signal, loadDiagnosis });
  await quiet();
  life.abort();
  return { loads, unknown: unknownAttributes(host) };
}

test.each([
  'token="sealed" class="wide" id="form" style="margin: 0" data-job="1" aria-label="x"',
  'token="sealed" theme="drak" heading-level="3" draft="off" source="newsletter" lang="de-AT" endpoint="x" next=""',
])('for a form with %s nothing is loaded, and nothing said', async (attributes) => {
  expect(await loadsFor(attributes)).toEqual({ loads: 0, unknown: [] });
});

test('what tools write on elements is not said', async () => {
  const { unknown } = await loadsFor(
    'slot="x" part="y" tabindex="0" v-cloak x-data="{}" hx-boost="true" _ngcontent-a',
  );
  expect(unknown).toEqual([]);
});

test.each(['jobid="4711"', 'prefill="{}"'])('an unknown attribute is: %s', async (attribute) => {
  const [name] = attribute.split('=');
  expect(await loadsFor(`token="sealed" ${attribute}`)).toEqual({
    loads: 1,
    unknown: [expect.stringMatching(new RegExp(`^does not know the attribute ${name} `))],
  });
});
