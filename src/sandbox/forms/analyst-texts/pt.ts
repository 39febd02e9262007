import type { SampleTranslations } from '../../sample-form.ts';

/** The form `analyst` in the Portuguese of Portugal. */
export const portuguese: SampleTranslations = new Map([
  [
    '4701',
    {
      title: 'O que está a analisar neste momento, e quem se apoia nisso?',
      help: '<p>Uma ou duas linhas. Os estudos e o trabalho não remunerado também contam.</p>',
    },
  ],
  [
    '4702',
    {
      title: 'Quais destas ferramentas utiliza todas as semanas?',
      help: '<p>Escolha <strong>de uma a três</strong>: as que domina.</p>',
      options: [
        'Bases de dados SQL',
        'Python ou R',
        'Folhas de cálculo',
        'Painéis de indicadores',
        'Outra ferramenta',
      ],
    },
  ],
  ['4721', { title: 'O que utiliza em vez disso?' }],
  ['4703', { title: 'Já trabalhou com leituras de contadores ou sensores?' }],
  [
    '4722',
    {
      title: 'De quantos contadores ou sensores provinham?',
      help: '<p>Basta um número aproximado. Nós temos <em>412 000</em>.</p>',
    },
  ],
  ['4741', { title: 'Como descobriu os que estavam a medir mal?' }],
  [
    '4704',
    {
      title: 'Uma análise da sua autoria',
      help: '<p>Um relatório, um gráfico ou um caderno de cálculo em PDF, até 10 MB. <strong>Retire, por favor, o que for confidencial.</strong></p>',
    },
  ],
  ['4705', { title: 'A partir de que dia poderia começar?' }],
]);
