// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { type Choices, firstChoices } from './choices.ts';
import { places } from './places.ts';

beforeEach(() => {
  location.href = 'http://127.0.0.1:3000/';
});

const chosen: Choices = {
  ...firstChoices,
  form: 'nurse',
  lang: 'ar',
  theme: 'dark',
  brand: 'hospital',
  embed: 'iframe',
};
const addressOf = (name: string, ...given: Parameters<typeof places>): string =>
  places(...given).find((place) => place.name === name)?.address ?? '';

test('a careers site stands on the other name of this machine, and is told all that was chosen', () => {
  const address = addressOf('Careers site', chosen, { kind: 'token', token: 't' });
  expect(address).toBe(
    'http://localhost:3000/hosts/brand-hospital.html?form=nurse&lang=ar&theme=dark&brand=hospital&embed=iframe',
  );
});

test('without an application it is told the job, and asks for no token', () => {
  const address = addressOf('Partner portal', chosen, { kind: 'job', job: '4715' });
  expect(new URL(address).searchParams.get('job')).toBe('4715');
});

test.each([
  [{ kind: 'token', token: 't', link: '/form#code=i-1' }, '/form#code=i-1&lang=ar&theme=dark'],
  [{ kind: 'job', job: '4715' }, '/form#job=4715&tenant=default&lang=ar&theme=dark'],
] as const)('a page of its own is opened by what opens the form here: %j', (access, address) => {
  expect(addressOf('Own page', chosen, access)).toBe(address);
});

test('while the form cannot be opened, it has no page of its own', () => {
  expect(places(chosen, null).map(({ name }) => name)).toEqual(['Careers site', 'Partner portal']);
});
