import { type SampleQuestion, shownWhen } from '../sample-form.ts';

/** Texts that attack, types and options that do not exist, and attributes of the wrong type. Any script sets `applyFormHacked`. */

const script = 'globalThis.applyFormHacked=true';

const attacks: readonly SampleQuestion[] = [
  {
    id: '5601',
    title: `<script>${script}</script>A script in the title`,
    help: `<p>Read me.</p><script>${script}</script><img src=x onerror="${script}">`,
    type: 'short_text',
  },
  {
    id: '5602',
    title: `<img src=x onerror="${script}">An image in the title`,
    help: `<p><a href="javascript:${script}">A link that is a script</a>, <a href=" JaVaScRiPt:${script}">another</a>, <a href="data:text/html,<script>${script}</script>">a third</a>, <a href="https://example.com/safe">and a safe one</a>.</p>`,
    type: 'long_text',
  },
  {
    id: '5603',
    title: '</label></div></form></body>Closing tags in the title',
    help: '</p></div></section></form></template></body></html><p>Text after the closing tags.</p>',
    type: 'short_text',
  },
  {
    id: '5604',
    title: 'Styles, frames and forms in the help',
    help:
      '<style>*{display:none!important}</style><iframe srcdoc="<h1>frame</h1>"></iframe>' +
      '<form action="https://example.com/steal"><input name="submit"><button>Send here</button></form>' +
      '<p style="position:fixed;inset:0;background:red" onclick="' +
      script +
      '" class="error" id="submit">A paragraph with attributes</p>',
    type: 'short_text',
  },
  {
    id: '5605',
    title: 'Markup that changes its meaning when it is parsed twice',
    help:
      `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=${script}&gt;">` +
      `</style></mglyph></table></mtext></math><svg><style><img src=x onerror="${script}"></style></svg>` +
      `<noscript><p title="</noscript><img src=x onerror=${script}>"></noscript>`,
    type: 'short_text',
  },
  {
    id: '5606',
    title: 'Options with markup',
    type: 'multiple_choice',
    options: [
      '<b>Bold</b>',
      `"><img src=x onerror="${script}">`,
      `</option></select><script>${script}</script>`,
      '&lt;already escaped&gt;',
      ' outer spaces ',
      'Plain',
    ],
    minimum: 1,
    maximum: 6,
  },
  {
    id: '5607',
    title: 'Shown when the first option, markup and all, is chosen',
    type: 'short_text',
    conditional: shownWhen('5606', 'equals', '<b>Bold</b>'),
  },
];

const trickCharacters: readonly SampleQuestion[] = [
  {
    id: '5621',
    title: `A very long title: ${'and so it goes on, '.repeat(105)}until here`,
    type: 'short_text',
  },
  {
    id: '5622',
    title: `${'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(8)}?`,
    help: `<p>${'Unbreakable'.repeat(60)}</p>`,
    type: 'short_text',
  },
  {
    id: '5623',
    title: '🚀 Which team? 👩🏽‍💻👨‍👩‍👧‍👦 🏳️‍🌈',
    type: 'multiple_choice',
    options: ['🍎', '🍏', '👩🏽‍💻'],
    minimum: 1,
    maximum: 2,
  },
  { id: '5624', title: 'كم سنة عملت في هذه المهنة؟', help: '<p>أجب بالأرقام من فضلك.</p>', type: 'number' },
  { id: '5625', title: 'Ends with an override \u202Etxet desrever', type: 'short_text' },
  { id: '5626', title: 'Zero\u200Bwidth, combining Z̷̛̗a̴̙̒l̵͓̈́g̸̣̎o̶̟͐ and\na new line', type: 'short_text' },
  { id: '5627', title: '', type: 'short_text' },
  { id: '5628', title: '{{constructor}} \u0024{7*7} %s %n \u0000 end', type: 'short_text' },
];

const wrongShapes: readonly SampleQuestion[] = [
  { id: '5641', title: 'A type named constructor', type: 'constructor' },
  { id: '5642', title: 'A type named __proto__', type: '__proto__', required: true },
  { id: '5643', title: 'A required choice without options', type: 'multiple_choice', required: true },
  {
    id: '5644',
    title: 'A choice that needs more than it allows',
    type: 'multiple_choice',
    options: ['One', 'Two', 'Three'],
    minimum: 3,
    maximum: 1,
  },
  {
    id: '5645',
    title: 'A choice with one option twice',
    type: 'multiple_choice',
    options: ['Same', 'Same', 'Other'],
    minimum: 1,
    maximum: 1,
  },
  {
    id: '5646',
    title: 'A choice whose options are partly nonsense',
    type: 'multiple_choice',
    options: ['Readable', 'Also readable'],
    raw: {
      multiple_choice_options: ['Readable', null, 7, { text: 'Also readable' }, { name: 'no text' }, []],
    },
  },
  {
    id: '5647',
    title: 'Attributes of the wrong type',
    type: 'short_text',
    raw: {
      required: 'false',
      num_required_answer_options: 'many',
      additional_information: { html: '<p>no</p>' },
    },
  },
  { id: '5648', title: '', type: 'short_text', raw: { title: null, additional_information: 42 } },
  { id: '5649', title: 'No type at all', type: '', raw: { question_type: null } },
];

export const hostileTexts: readonly SampleQuestion[] = [...attacks, ...trickCharacters, ...wrongShapes];
