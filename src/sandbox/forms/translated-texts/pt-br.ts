import type { SampleTranslations } from '../../sample-form.ts';

/** The form `translated` in the Portuguese of Brazil. */
export const brazilianPortuguese: SampleTranslations = new Map([
  [
    '6001',
    {
      title: 'Em qual temporada você gostaria de trabalhar?',
      help: '<p>As tripulações são trocadas <strong>na primeira segunda-feira</strong> de cada temporada.</p>',
      options: [
        'Março a maio (primavera na Europa)',
        'Junho a setembro (verão na Europa)',
        'Novembro a fevereiro (inverno na Europa)',
        'O ano inteiro',
      ],
    },
  ],
  [
    '6101',
    {
      title: 'Quantas noites seguidas você passaria a bordo, no máximo?',
      help: '<p>Nossa viagem mais longa, de ida e volta, leva 14 noites.</p>',
    },
  ],
  ['6102', { title: 'Você voltaria para mais uma temporada?' }],
  ['6002', { title: 'A partir de que dia você está livre?' }],
  [
    '6003',
    {
      title: 'Que trabalho a bordo interessa a você?',
      help: '<p>Escolha <strong>de um a três</strong>. Você vai receber treinamento para cada um:</p><ul><li>dois dias em terra,</li><li>uma semana a bordo, acompanhando um colega.</li></ul>',
      options: ['Restaurante e bar', 'Cabines', 'Loja', 'Clube das crianças', 'Recepção'],
    },
  ],
  ['6103', { title: 'Por quantos meses você trabalhou em restaurante ou bar?' }],
  ['6121', { title: 'O que você aprendeu lá que nossos passageiros perceberiam?' }],
  [
    '6104',
    {
      title: 'Você tem certificado de cuidador infantil?',
      options: ['Sim', 'Não', 'Estou fazendo o curso'],
    },
  ],
  [
    '6122',
    {
      title: 'Seu certificado de cuidador infantil',
      help: '<p>Em qualquer idioma: nós traduzimos o arquivo.</p>',
    },
  ],
  ['6123', { title: 'Quando você espera ter o certificado?' }],
  [
    '6004',
    {
      title: 'Em quais idiomas você consegue ajudar um passageiro?',
      help: '<p>O bastante para explicar o caminho até um bote salva-vidas. <em>Um só já basta para se candidatar.</em></p>',
      options: ['Inglês', 'Francês', 'Alemão', 'Português', 'Espanhol', 'Outro idioma'],
    },
  ],
  ['6105', { title: 'Quais outros idiomas?' }],
  ['6005', { title: 'Você já trabalhou no mar?' }],
  [
    '6106',
    {
      title: 'Seu último contrato no mar',
      help: '<p>O mês basta: informe o primeiro dia dele.</p>',
    },
  ],
  [
    '6107',
    {
      title: 'Você fica enjoado no mar?',
      help: '<p>Metade da tripulação ficou na primeira semana. Isso não muda nada na sua candidatura.</p>',
      options: ['Nunca', 'De vez em quando', 'Ainda não sei'],
    },
  ],
  [
    '6006',
    {
      title: 'Seu currículo',
      help: '<p>Arquivo PDF ou Word, de até 10 MB. <em>Sem foto, idade nem estado civil, por favor.</em></p>',
    },
  ],
  [
    '6007',
    {
      title: 'Por que você gostaria de trabalhar a bordo?',
      help: '<p>Três frases bastam. Em <a href="https://crew.example.com/life-on-board">A vida a bordo</a> contamos o que espera por você.</p>',
    },
  ],
]);
