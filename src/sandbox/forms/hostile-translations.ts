import type { SampleTranslations } from '../sample-form.ts';

/** The hostile form in German: a list that does not match the canonical one, and texts that attack as the others do. */

const script = 'globalThis.applyFormHacked=true';

export const hostileGerman: SampleTranslations = new Map([
  [
    '5001',
    {
      title: `Eine Ja-Nein-Frage <script>${script}</script>`,
      help: `<p onclick="${script}">Hilfe <img src=x onerror="${script}"></p><script>${script}</script>`,
    },
  ],
  ['5003', { title: 'Eine Zahl, die ein Datum sein will', raw: { question_type: 'date' } }],
  ['5004', { title: '   ' }],
  ['5006', { raw: { title: ['Eine', 'Adresse'], additional_information: 7 } }],
  ['5007', { title: 'Eine Auswahl mit zu wenigen', options: ['Früh'] }],
  ['5601', null],
]);
