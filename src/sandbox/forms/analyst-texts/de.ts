import type { SampleTranslations } from '../../sample-form.ts';

/** The form `analyst` in German. */
export const german: SampleTranslations = new Map([
  [
    '4701',
    {
      title: 'Was werten Sie zurzeit aus, und wer verlässt sich darauf?',
      help: '<p>Ein bis zwei Zeilen. Studium und unbezahlte Arbeit zählen mit.</p>',
    },
  ],
  [
    '4702',
    {
      title: 'Was davon benutzen Sie jede Woche?',
      help: '<p>Wählen Sie <strong>eins bis drei</strong>: was Sie gut beherrschen.</p>',
      options: [
        'SQL-Datenbanken',
        'Python oder R',
        'Tabellenkalkulation',
        'Dashboards mit Kennzahlen',
        'Etwas anderes',
      ],
    },
  ],
  ['4721', { title: 'Was benutzen Sie stattdessen?' }],
  ['4703', { title: 'Haben Sie schon mit Messwerten von Zählern oder Sensoren gearbeitet?' }],
  [
    '4722',
    {
      title: 'Von wie vielen Zählern oder Sensoren kamen sie?',
      help: '<p>Eine ungefähre Zahl genügt. Wir haben <em>412.000</em>.</p>',
    },
  ],
  ['4741', { title: 'Wie haben Sie diejenigen gefunden, die falsch gemessen haben?' }],
  [
    '4704',
    {
      title: 'Eine Auswertung von Ihnen',
      help: '<p>Ein Bericht, ein Diagramm oder ein Notebook als PDF, bis 10 MB. <strong>Bitte entfernen Sie Vertrauliches.</strong></p>',
    },
  ],
  ['4705', { title: 'Ab welchem Tag könnten Sie anfangen?' }],
]);
