/** What needs attention, for a person to read. */

import { isSensitive } from '../core/model/details.ts';
import { reasonsOf, UNDELIVERED } from '../pages/attention/reasons.ts';
import { visibleInLine } from '../server/process/print.ts';
import type { AttentionRow, FaultyFormRow, LessonRow } from './attention-client.ts';
import { grouped, groupLines } from './check-questions/check-report.ts';
import { alignColumns } from './text-table.ts';

type Item = AttentionRow['items'][number];

const headings = ['Reference', 'Accepted', 'Kept until', 'Application', 'Job'];

export function attentionTable(rows: readonly AttentionRow[]): string {
  if (rows.length === 0) return 'Nothing needs attention.';
  const cells = rows.map((row) => [
    row.reference,
    minuteOf(row.accepted_at),
    minuteOf(row.kept_until),
    row.application ?? 'not made',
    row.job ?? '',
  ]);
  const [heading = '', ...lines] = alignColumns([headings, ...cells]);
  const blocks = rows.map((row, index) =>
    [lines[index] ?? '', ...row.items.map(itemLine), ...webhooksOf(row).map(webhookLine)].join('\n'),
  );
  return [heading, ...blocks, '', ...reasonsOf(rows.flatMap(reasonedOf)), summary(rows)].join('\n');
}

const webhooksOf = ({ webhooks = [] }: AttentionRow) => webhooks;

const reasonedOf = (row: AttentionRow) => [
  ...row.items,
  ...webhooksOf(row).map(({ code, id }) => ({ question: id, state: UNDELIVERED, code })),
];

const webhookLine = ({ code, type, id }: ReturnType<typeof webhooksOf>[number]): string =>
  visibleInLine(`    ${UNDELIVERED}, ${code}: ${type} (${id})`);

/** In UTC: `2026-01-08 14:05 UTC` without the seconds. */
const minuteOf = (time: string): string => `${time.slice(0, 10)} ${time.slice(11, 16)}`;

function itemLine({ question, part, title, state, code, members = [] }: Item): string {
  const what = question === null ? 'the application itself' : `question ${question}`;
  const which = part === 0 ? '' : `, file ${part + 1}`;
  const name = title === null || title === '' ? '' : ` "${title}"`;
  const named = members.length === 0 ? '' : ` (${members.join(', ')})`;
  return visibleInLine(`    ${[state, code].filter(Boolean).join(', ')}: ${what}${which}${name}${named}`);
}

/** What refusals taught; '' where they taught nothing. */
export function lessonsTable(lessons: readonly LessonRow[]): string {
  if (lessons.length === 0) return '';
  return [
    'Demanded by the service of jobs, as it refused applications: asked of their next visitors; times are UTC.',
    ...lessons.flatMap((one, place) => [
      `    ${lessonLine(one)}`,
      // All lessons of a job have one line.
      ...(lessons[place + 1]?.configuration === one.configuration ? [] : [`        ${one.configuration}`]),
    ]),
    'Such a line in APPLY_CONFIG asks for it from the start; "clear --job ID --field NAME" has it forgotten.',
  ]
    .map(visibleInLine)
    .join('\n');
}

function lessonLine({ job, field, agreed, learned_at, refused_at }: LessonRow): string {
  const waits = isSensitive(field) && !agreed;
  const asked = waits ? ` (not asked until "agree --job ${job} --field ${field}")` : '';
  return `job ${job}, ${field}: first ${minuteOf(learned_at)}, last ${minuteOf(refused_at)}${asked}`;
}

/** What is wrong with the questions of forms in use; '' where nothing is. */
export function questionsTable(forms: readonly FaultyFormRow[]): string {
  if (forms.length === 0) return '';
  const option = forms.some(({ posting }) => posting !== null) ? '--posting' : '--job';
  return [
    `Questions to put right, of the forms in use; "npx apply-form-server check-questions ${option} ID" reads them anew.`,
    ...forms.flatMap(formLines),
  ].join('\n');
}

function formLines({ job, posting, title, count, findings }: FaultyFormRow): readonly string[] {
  const owner = job === null ? 'All questions of the service' : `Job ${job}`;
  const name = posting === null ? owner : `Posting ${posting}`;
  const rest = count - findings.length;
  return [
    '',
    visibleInLine(
      `${name}${title === null ? '' : `, ${title}`}: ${count === 1 ? '1 thing' : `${count} things`}.`,
    ),
    ...grouped(findings).flatMap(groupLines),
    ...(rest > 0 ? ['', `And ${rest} more: put these right first.`] : []),
  ];
}

function summary(rows: readonly AttentionRow[]): string {
  const items = rows.flatMap((row) => row.items);
  const refused = items.filter(({ state }) => state === 'refused');
  const refusedAnswers = refused.filter(({ question }) => question !== null);
  const sentences = [
    `${rows.length} ${rows.length === 1 ? 'submission needs' : 'submissions need'} attention; times are UTC.`,
    items.some(({ state, code }) => state === 'parked' && code !== 'given_up')
      ? 'Parked is for you: "retry REFERENCE" looks and sends again what is not there, "give-up REFERENCE" leaves it, "export" prints what was to be sent.'
      : '',
    rows.some((row) => webhooksOf(row).length > 0)
      ? 'Undelivered is what a webhook of yours did not take: "retry REFERENCE" tells it again, "give-up REFERENCE" leaves it; the application is not concerned.'
      : '',
    refusedAnswers.length > 0 ? 'Refused is for the applicant, whose form asks these questions again.' : '',
    refusedAnswers.length < refused.length
      ? 'A refused application is nowhere yet: mend the job or the key, then "retry REFERENCE" sends it again; the applicant has read what was named, and may correct what the form asks; of what you agree to later they learn when they open it again.'
      : '',
  ];
  return sentences.filter((sentence) => sentence !== '').join('\n');
}
