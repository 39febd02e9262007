import type { SampleTranslations } from '../../sample-form.ts';

/** The form `analyst` in the Portuguese of Brazil. */
export const brazilianPortuguese: SampleTranslations = new Map([
  [
    '4701',
    {
      title: 'O que você está analisando no momento, e quem usa os resultados?',
      help: '<p>Uma ou duas linhas. Estudos e trabalho voluntário também valem.</p>',
    },
  ],
  [
    '4702',
    {
      title: 'Quais destas ferramentas você usa toda semana?',
      help: '<p>Escolha <strong>de uma a três</strong>: as que você domina.</p>',
      options: ['Bancos de dados SQL', 'Python ou R', 'Planilhas', 'Painéis', 'Outra ferramenta'],
    },
  ],
  ['4721', { title: 'O que você usa no lugar?' }],
  ['4703', { title: 'Você já trabalhou com leituras de medidores ou sensores?' }],
  [
    '4722',
    {
      title: 'De quantos medidores ou sensores elas vinham?',
      help: '<p>Um número aproximado basta. Nós temos <em>412 mil</em>.</p>',
    },
  ],
  ['4741', { title: 'Como você encontrou os que mediam errado?' }],
  [
    '4704',
    {
      title: 'Uma análise feita por você',
      help: '<p>Um relatório, um gráfico ou um notebook em PDF, de até 10 MB. <strong>Por favor, remova o que for confidencial.</strong></p>',
    },
  ],
  ['4705', { title: 'A partir de que dia você poderia começar?' }],
]);
