import type { SampleTranslations } from '../../sample-form.ts';

/** The form `translated` in French; no-break spaces before ? and : as French typography wants them. */
export const french: SampleTranslations = new Map([
  [
    '6001',
    {
      title: 'Pour quelle saison souhaitez-vous travailler\u00a0?',
      help: '<p>Les équipages changent <strong>le premier lundi</strong> de chaque saison.</p>',
      options: [
        'Printemps (de mars à mai)',
        'Été (de juin à septembre)',
        'Hiver (de novembre à février)',
        'Toute l’année',
      ],
    },
  ],
  [
    '6101',
    {
      title: 'Combien de nuits d’affilée passeriez-vous à bord au maximum\u00a0?',
      help: '<p>Notre plus long aller-retour dure 14 nuits.</p>',
    },
  ],
  ['6102', { title: 'Reviendriez-vous pour une autre saison\u00a0?' }],
  ['6002', { title: 'À partir de quel jour êtes-vous disponible\u00a0?' }],
  [
    '6003',
    {
      title: 'Quel travail à bord vous intéresse\u00a0?',
      help: '<p>Choisissez-en <strong>un à trois</strong>. Vous serez formé à chacun d’eux\u00a0:</p><ul><li>deux jours à terre,</li><li>une semaine à bord aux côtés d’un membre d’équipage.</li></ul>',
      options: ['Restaurant et bar', 'Cabines', 'Boutique', 'Club enfants', 'Réception'],
    },
  ],
  ['6103', { title: 'Combien de mois avez-vous travaillé dans un restaurant ou un bar\u00a0?' }],
  ['6121', { title: 'Qu’y avez-vous appris que nos passagers remarqueraient\u00a0?' }],
  [
    '6104',
    {
      title: 'Avez-vous un diplôme de la petite enfance\u00a0?',
      options: ['Oui', 'Non', 'Je suis en train de le préparer'],
    },
  ],
  [
    '6122',
    {
      title: 'Votre diplôme de la petite enfance',
      help: '<p>Dans n’importe quelle langue\u00a0: nous le faisons traduire.</p>',
    },
  ],
  ['6123', { title: 'Quand pensez-vous l’obtenir\u00a0?' }],
  [
    '6004',
    {
      title: 'Dans quelles langues pouvez-vous aider un passager\u00a0?',
      help: '<p>Assez bien pour expliquer le chemin vers un canot de sauvetage. <em>Une seule suffit pour postuler.</em></p>',
      options: ['Anglais', 'Français', 'Allemand', 'Portugais', 'Espagnol', 'Une autre langue'],
    },
  ],
  ['6105', { title: 'Quelles autres langues\u00a0?' }],
  ['6005', { title: 'Avez-vous déjà travaillé en mer\u00a0?' }],
  [
    '6106',
    {
      title: 'Votre dernier contrat en mer',
      help: '<p>Le mois suffit\u00a0: indiquez son premier jour.</p>',
    },
  ],
  [
    '6107',
    {
      title: 'Avez-vous le mal de mer\u00a0?',
      help: '<p>La moitié de l’équipage l’a eu la première semaine. Cela ne change rien à votre candidature.</p>',
      options: ['Jamais', 'Parfois', 'Je ne le sais pas encore'],
    },
  ],
  [
    '6006',
    {
      title: 'Votre CV',
      help: '<p>PDF ou Word, 10\u00a0Mo au maximum. <em>Sans photo, âge ni situation familiale, s’il vous plaît.</em></p>',
    },
  ],
  [
    '6007',
    {
      title: 'Pourquoi aimeriez-vous travailler à bord\u00a0?',
      help: '<p>Trois phrases suffisent. La page <a href="https://crew.example.com/life-on-board">La vie à bord</a> raconte ce qui vous attend.</p>',
    },
  ],
]);
