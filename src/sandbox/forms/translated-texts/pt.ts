import type { SampleTranslations } from '../../sample-form.ts';

/** The form `translated` in the Portuguese of Portugal. */
export const portuguese: SampleTranslations = new Map([
  [
    '6001',
    {
      title: 'Em que época gostaria de trabalhar?',
      help: '<p>As tripulações mudam <strong>na primeira segunda-feira</strong> de cada época.</p>',
      options: [
        'Primavera (de março a maio)',
        'Verão (de junho a setembro)',
        'Inverno (de novembro a fevereiro)',
        'Todo o ano',
      ],
    },
  ],
  [
    '6101',
    {
      title: 'Quantas noites seguidas passaria a bordo, no máximo?',
      help: '<p>A nossa viagem mais longa, ida e volta, demora 14 noites.</p>',
    },
  ],
  ['6102', { title: 'Voltaria para mais uma época?' }],
  ['6002', { title: 'A partir de que dia está disponível?' }],
  [
    '6003',
    {
      title: 'Que trabalho a bordo lhe interessa?',
      help: '<p>Escolha <strong>de um a três</strong>. Receberá formação para cada um:</p><ul><li>dois dias em terra,</li><li>uma semana a bordo, a acompanhar um colega.</li></ul>',
      options: ['Restaurante e bar', 'Camarotes', 'Loja', 'Clube infantil', 'Receção'],
    },
  ],
  ['6103', { title: 'Durante quantos meses trabalhou num restaurante ou bar?' }],
  ['6121', { title: 'O que aprendeu lá que os nossos passageiros notariam?' }],
  [
    '6104',
    {
      title: 'Tem algum diploma de puericultura?',
      options: ['Sim', 'Não', 'Estou a tirá-lo neste momento'],
    },
  ],
  [
    '6122',
    {
      title: 'O seu diploma de puericultura',
      help: '<p>Em qualquer língua: nós mandamos traduzir o ficheiro.</p>',
    },
  ],
  ['6123', { title: 'Quando conta obtê-lo?' }],
  [
    '6004',
    {
      title: 'Em que línguas consegue ajudar um passageiro?',
      help: '<p>O suficiente para explicar o caminho até um bote salva-vidas. <em>Basta uma para se candidatar.</em></p>',
      options: ['Inglês', 'Francês', 'Alemão', 'Português', 'Espanhol', 'Outra língua'],
    },
  ],
  ['6105', { title: 'Que outras línguas?' }],
  ['6005', { title: 'Já trabalhou no mar?' }],
  [
    '6106',
    {
      title: 'O seu último contrato no mar',
      help: '<p>Basta o mês: indique o primeiro dia.</p>',
    },
  ],
  [
    '6107',
    {
      title: 'Costuma enjoar no mar?',
      help: '<p>Metade da tripulação enjoou na primeira semana. Não altera nada na sua candidatura.</p>',
      options: ['Nunca', 'Às vezes', 'Ainda não sei'],
    },
  ],
  [
    '6006',
    {
      title: 'O seu currículo',
      help: '<p>Ficheiro PDF ou Word, até 10 MB. <em>Sem fotografia, idade ou estado civil, por favor.</em></p>',
    },
  ],
  [
    '6007',
    {
      title: 'Porque gostaria de trabalhar a bordo?',
      help: '<p>Bastam três frases. Em <a href="https://crew.example.com/life-on-board">A vida a bordo</a> contamos o que o espera.</p>',
    },
  ],
]);
