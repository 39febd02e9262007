// @vitest-environment happy-dom
import { afterEach, describe, expect, test } from 'vitest';
import { attributeNames, propertyOf } from '../host/host.ts';
import { ApplyFormElement, type MountOptions, mount } from './define.ts';

ApplyFormElement.transport = {
  ...ApplyFormElement.transport,
  fetch: () => new Promise(() => {}),
  loadFilling: () => new Promise(() => {}),
  loadWords: () => new Promise(() => {}),
};

afterEach(() => document.body.replaceChildren());

/** Options that have an attribute, too. */
const written = {
  job: '4711',
  tenant: 'north',
  token: 'sealed',
  endpoint: 'https://forms.example.com',
  lang: 'de',
  theme: 'dark',
  isolation: 'light',
  draft: 'off',
  source: 'newsletter',
  mode: 'preview',
  headingLevel: 3,
} as const satisfies MountOptions;

const renewToken = async () => 'another';

const rich = {
  document: { data: [] },
  semantics: { dateOrder: 'mdy', unanswered: 'negated' },
  messages: { 'form.send': 'Send it' },
  renewToken,
} as const satisfies MountOptions;

const attributeOf = (name: string) => attributeNames.find((each) => propertyOf(each) === name) ?? name;

describe('mount', () => {
  test('appends one form to its target, an element or a selector', () => {
    document.body.innerHTML = '<main id="here"><h1>Jobs</h1></main>';
    const here = document.getElementById('here');
    if (here === null) throw new Error('There is no target.');
    const [first, second] = [mount(here), mount('#here')];
    expect([...here.children]).toEqual([here.firstElementChild, first.element, second.element]);
    expect(first.element).toBeInstanceOf(ApplyFormElement);
  });

  test('accepts attributes and properties of the element as options', () => {
    const { element } = mount(document.body, { ...written, ...rich });
    for (const [name, value] of Object.entries(written))
      expect(element.getAttribute(attributeOf(name))).toBe(String(value));
    for (const [name, value] of Object.entries(rich)) expect(Reflect.get(element, name)).toBe(value);
  });

  test('updates the given options and leaves the rest', () => {
    const form = mount(document.body, { ...written, ...rich });
    form.update({ theme: 'light', source: null, messages: null });
    expect([form.element.theme, form.element.source, form.element.messages]).toEqual(['light', null, null]);
    expect(form.element.job).toBe('4711');
    expect(form.element.renewToken).toBe(renewToken);
  });

  test('removes the form, also when called twice, and ignores later updates', () => {
    const form = mount(document.body, written);
    form.destroy();
    form.destroy();
    form.update({ job: '4712' });
    expect(document.querySelector('apply-form')).toBeNull();
  });

  test.each([
    ['a selector that finds nothing', '#nowhere', '#nowhere'],
    ['an invalid selector', '4711', '4711'],
    ['null', null, 'null'],
    ['a node other than an element', document, 'object'],
  ])('throws when its target is %s', (_name, target, named) => {
    expect(() => Reflect.apply(mount, null, [target])).toThrow(named);
    expect(() => Reflect.apply(mount, null, [target])).toThrow(/TypeError|there is no element|selector/i);
  });
});
