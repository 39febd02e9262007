import { expect, test } from 'vitest';
import { type Choices, firstChoices, readChoices, writeChoices } from './choices.ts';

test.each<[string, Choices]>([
  ['', firstChoices],
  ['?form=engineer', { ...firstChoices, form: 'engineer' }],
  ['?form=deep&brand=studio&lang=pt-BR', { ...firstChoices, form: 'deep', brand: 'studio', lang: 'pt-BR' }],
  ['?embed=iframe&lang=ar', { ...firstChoices, embed: 'iframe', lang: 'ar' }],
])('the address stores the choices as %j and restores them', (search, choices) => {
  expect(readChoices(search)).toEqual(choices);
  expect(writeChoices(choices)).toBe(search);
});

test.each(['?lang=xx', '?lang=toString', '?brand=', '?form=', '?embed=<script>'])(
  'an address with unknown values gives the default choices: %s',
  (search) => {
    expect(readChoices(search)).toEqual(firstChoices);
  },
);
