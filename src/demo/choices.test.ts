import { describe, expect, test } from 'vitest';
import { type Choices, firstChoices, readChoices, writeChoices } from './choices.ts';

describe('the choices of the demo', () => {
  test.each<[string, Choices]>([
    ['', firstChoices],
    ['?form=engineer', { ...firstChoices, form: 'engineer' }],
    [
      '?form=deep&lang=pt-BR&theme=dark&brand=studio',
      { ...firstChoices, form: 'deep', lang: 'pt-BR', theme: 'dark', brand: 'studio' },
    ],
    ['?embed=iframe', { ...firstChoices, embed: 'iframe' }],
    ['?device=phone&layout=steps', { ...firstChoices, device: 'phone', layout: 'steps' }],
    [
      '?embed=code&applicant=new&version=pinned',
      { ...firstChoices, embed: 'code', applicant: 'new', version: 'pinned' },
    ],
    ['?lang=ar', { ...firstChoices, lang: 'ar' }],
  ])('stand in the address as %j and come back from it', (search, choices) => {
    expect(readChoices(search)).toEqual(choices);
    expect(writeChoices(choices)).toBe(search);
  });

  test.each([
    '?lang=xx',
    '?lang=toString',
    '?theme=blue',
    '?brand=',
    '?form=',
    '?embed=<script>',
    '?applicant=1',
    '?device=watch',
    '?layout=',
    '?version=9.9.9',
  ])('are the first ones where the address says nothing known: %s', (search) => {
    expect(readChoices(search)).toEqual(firstChoices);
  });
});
