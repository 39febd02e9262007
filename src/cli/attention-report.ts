/** Formats what needs attention, for a person to read. */
import type { AttentionEntry, AttentionItem, AttentionWebhook } from '../core/model/attention.ts';
import { isSensitive } from '../core/model/details.ts';
import type { FaultyForm, Lesson } from '../pages/attention/ask-server.ts';
import { reasonsOf, UNDELIVERED } from '../pages/attention/reasons.ts';
import { visibleInLine } from '../server/process/print.ts';
import { count, minuteOf, tableLines } from './text-table.ts';

type Row = Omit<AttentionEntry, 'reference'> & { readonly reference: string };

/** `meta` of `GET /attention`. */
export interface AttentionMeta {
  readonly lessons: readonly Lesson[];
  /** Only on the first page. */
  readonly questions?: readonly FaultyForm[];
  readonly files_left_out?: number;
}

const headings = ['Reference', 'Accepted', 'Kept until', 'Application', 'Job'];

export const attentionLines = (
  rows: readonly Row[],
  { lessons, questions = [] }: AttentionMeta,
): readonly string[] => [
  ...(rows.length === 0 ? ['Nothing needs attention.'] : submissionLines(rows)),
  ...(lessons.length === 0 ? [] : lessonLines(lessons)),
  ...(questions.length === 0 ? [] : questionLines(questions)),
];

function submissionLines(rows: readonly Row[]): readonly string[] {
  const tableRows = rows.map((row) => ({
    cells: [
      row.reference,
      minuteOf(row.accepted_at),
      minuteOf(row.kept_until),
      row.application ?? 'not created',
      row.job ?? '',
    ],
    below: [...row.items.map(itemLine), ...(row.webhooks ?? []).map(webhookLine)],
  }));
  const undelivered = rows.flatMap(({ webhooks = [] }) =>
    webhooks.map(({ id, code }) => ({ question: id, state: UNDELIVERED, code })),
  );
  const needs = rows.length === 1 ? 'submission needs' : 'submissions need';
  return [
    ...tableLines(headings, tableRows),
    '',
    ...reasonsOf([...rows.flatMap(({ items }) => items), ...undelivered]),
    `${rows.length} ${needs} attention; times are UTC. "retry REFERENCE" sends again, "give-up REFERENCE" gives up, "export" prints the content.`,
  ];
}

function itemLine({ question, part, title, state, code, members = [] }: AttentionItem): string {
  const what = question === null ? 'the application itself' : `question ${question}`;
  const file = part === 0 ? '' : `, file ${part + 1}`;
  const name = title === null || title === '' ? '' : ` "${title}"`;
  const memberList = members.length === 0 ? '' : ` (${members.join(', ')})`;
  return `${[state, code].filter(Boolean).join(', ')}: ${what}${file}${name}${memberList}`;
}

const webhookLine = ({ code, type, id }: AttentionWebhook): string =>
  `${UNDELIVERED}, ${code}: ${type} (${id})`;

const lessonLines = (lessons: readonly Lesson[]): readonly string[] => [
  '',
  'Demands of jobs, each with the line of APPLY_CONFIG that asks for it from the start:',
  ...lessons.map(({ job, field, agreed, refused_at, configuration }) => {
    const hint = isSensitive(field) && !agreed ? ', not asked until you agree on the page /attention' : '';
    return visibleInLine(
      `    job ${job}, ${field} (last refusal ${minuteOf(refused_at)})${hint}: ${configuration}`,
    );
  }),
];

const questionLines = (questions: readonly FaultyForm[]): readonly string[] => [
  '',
  'Questions to correct; "npx apply-form-server check-questions" names their faults:',
  ...questions.map(({ job, posting = null, title, count: number }) => {
    const owner = job === null ? 'all questions of the service' : `--job ${job}`;
    const name = title === null ? '' : ` ${title}`;
    const option = posting === null ? owner : `--posting ${posting}`;
    return visibleInLine(`    ${option}${name}: ${count(number, 'fault')}`);
  }),
];
