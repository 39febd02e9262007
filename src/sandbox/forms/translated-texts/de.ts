import type { SampleTranslations } from '../../sample-form.ts';

/** The form `translated` in German. */
export const german: SampleTranslations = new Map([
  [
    '6001',
    {
      title: 'In welcher Saison möchten Sie arbeiten?',
      help: '<p>Die Mannschaften wechseln <strong>am ersten Montag</strong> der Saison.</p>',
      options: [
        'Frühling (März bis Mai)',
        'Sommer (Juni bis September)',
        'Winter (November bis Februar)',
        'Das ganze Jahr',
      ],
    },
  ],
  [
    '6101',
    {
      title: 'Wie viele Nächte am Stück würden Sie höchstens an Bord verbringen?',
      help: '<p>Unsere längste Rundreise dauert 14 Nächte.</p>',
    },
  ],
  ['6102', { title: 'Würden Sie für eine weitere Saison wiederkommen?' }],
  ['6002', { title: 'Ab welchem Tag haben Sie Zeit?' }],
  [
    '6003',
    {
      title: 'Welche Arbeit an Bord interessiert Sie?',
      help: '<p>Wählen Sie <strong>eine bis drei</strong>. Für jede werden Sie eingearbeitet:</p><ul><li>zwei Tage an Land,</li><li>eine Woche an Bord an der Seite einer Kollegin oder eines Kollegen.</li></ul>',
      options: ['Restaurant und Bar', 'Kabinen', 'Bordladen', 'Kinderclub', 'Rezeption'],
    },
  ],
  ['6103', { title: 'Wie viele Monate haben Sie in einem Restaurant oder einer Bar gearbeitet?' }],
  ['6121', { title: 'Was haben Sie dort gelernt, das unsere Gäste bemerken würden?' }],
  [
    '6104',
    {
      title: 'Haben Sie einen Abschluss in der Kinderbetreuung?',
      options: ['Ja', 'Nein', 'Ich mache ihn gerade'],
    },
  ],
  [
    '6122',
    {
      title: 'Ihr Abschluss in der Kinderbetreuung',
      help: '<p>In jeder Sprache: Wir lassen ihn übersetzen.</p>',
    },
  ],
  ['6123', { title: 'Wann werden Sie ihn voraussichtlich haben?' }],
  [
    '6004',
    {
      title: 'In welchen Sprachen können Sie einem Gast weiterhelfen?',
      help: '<p>Gut genug, um den Weg zum Rettungsboot zu erklären. <em>Für die Bewerbung genügt eine.</em></p>',
      options: ['Englisch', 'Französisch', 'Deutsch', 'Portugiesisch', 'Spanisch', 'Eine andere Sprache'],
    },
  ],
  ['6105', { title: 'Welche anderen Sprachen?' }],
  ['6005', { title: 'Haben Sie schon einmal auf See gearbeitet?' }],
  [
    '6106',
    {
      title: 'Ihr letzter Vertrag auf See',
      help: '<p>Der Monat genügt: Nehmen Sie seinen ersten Tag.</p>',
    },
  ],
  [
    '6107',
    {
      title: 'Werden Sie seekrank?',
      help: '<p>In der ersten Woche wurde es die halbe Mannschaft. An Ihrer Bewerbung ändert das nichts.</p>',
      options: ['Nie', 'Manchmal', 'Das weiß ich noch nicht'],
    },
  ],
  [
    '6006',
    {
      title: 'Ihr Lebenslauf',
      help: '<p>PDF oder Word, höchstens 10 MB. <em>Bitte ohne Foto, Alter oder Familienstand.</em></p>',
    },
  ],
  [
    '6007',
    {
      title: 'Warum möchten Sie an Bord arbeiten?',
      help: '<p>Drei Sätze sind genug. Was Sie erwartet, steht unter <a href="https://crew.example.com/life-on-board">Leben an Bord</a>.</p>',
    },
  ],
]);
