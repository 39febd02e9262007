import type { SampleTranslations } from '../../sample-form.ts';

/** The form `analyst` in French. */
export const french: SampleTranslations = new Map([
  [
    '4701',
    {
      title: 'Qu’analysez-vous en ce moment, et qui s’appuie dessus ?',
      help: '<p>Une ou deux lignes. Les études et le travail non rémunéré comptent aussi.</p>',
    },
  ],
  [
    '4702',
    {
      title: 'Lesquels de ces outils utilisez-vous chaque semaine ?',
      help: '<p>Choisissez-en <strong>un à trois</strong> : ceux que vous maîtrisez.</p>',
      options: ['Bases de données SQL', 'Python ou R', 'Tableurs', 'Tableaux de bord', 'Un autre outil'],
    },
  ],
  ['4721', { title: 'Qu’utilisez-vous à la place ?' }],
  ['4703', { title: 'Avez-vous déjà travaillé avec des relevés de compteurs ou de capteurs ?' }],
  [
    '4722',
    {
      title: 'De combien de compteurs ou de capteurs provenaient-ils ?',
      help: '<p>Un ordre de grandeur suffit. Nous en avons <em>412 000</em>.</p>',
    },
  ],
  ['4741', { title: 'Comment avez-vous trouvé ceux qui mesuraient mal ?' }],
  [
    '4704',
    {
      title: 'Une analyse de votre main',
      help: '<p>Un rapport, un graphique ou un carnet de calcul en PDF, de 10 Mo au plus. <strong>Merci de retirer ce qui est confidentiel.</strong></p>',
    },
  ],
  ['4705', { title: 'À partir de quel jour pourriez-vous commencer ?' }],
]);
