import { describe, expect, test } from 'vitest';
import { type Choices, firstChoices, readChoices, writeChoices } from './choices.ts';

describe('the choices of the bar', () => {
  test.each<[string, Choices]>([
    ['', firstChoices],
    ['?form=nurse', { ...firstChoices, form: 'nurse' }],
    [
      '?form=deep&lang=pt-BR&theme=dark&brand=studio',
      { form: 'deep', lang: 'pt-BR', theme: 'dark', brand: 'studio' },
    ],
    ['?lang=ar', { ...firstChoices, lang: 'ar' }],
  ])('stand in the address as %j and come back from it', (search, choices) => {
    expect(readChoices(search)).toEqual(choices);
    expect(writeChoices(choices)).toBe(search);
  });

  test.each(['?lang=xx', '?lang=toString', '?theme=blue', '?brand=', '?form='])(
    'are the first ones where the address says nothing known: %s',
    (search) => {
      expect(readChoices(search)).toEqual(firstChoices);
    },
  );
});
