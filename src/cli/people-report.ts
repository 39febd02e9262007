/** Formats what is stored about one person, for a person to read. */
import type { RecordedConsent } from '../core/model/submission.ts';
import type { PersonItem } from '../server/people.ts';
import type { ErasureRow, FileRow, PersonRows, SubmissionRow } from './people.ts';
import { count, minuteOf, tableLines } from './text-table.ts';

const headings = ['Reference', 'State', 'Accepted', 'Kept until', 'Application', 'Job'];

export function personLines({ submissions, files, consents }: PersonRows): readonly string[] {
  const rows = submissions.map((row) => ({
    cells: [
      row.reference,
      row.state,
      minuteOf(row.accepted_at),
      minuteOf(row.kept_until),
      row.application ?? '',
      row.job ?? '',
    ],
    below: [...answerLines(row), ...row.files.map(fileLine), ...row.consents.map(consentLine)],
  }));
  return [
    ...(rows.length === 0 ? [] : [...tableLines(headings, rows), 'Times are UTC.']),
    ...(files.length === 0 ? [] : ['Uploaded but never sent:', ...files.map(fileLine)]),
    ...(consents.length === 0 ? [] : ['Consents of deleted submissions:', ...consents.map(consentLine)]),
  ];
}

const isAnswer = ({ question }: PersonItem): boolean => question !== null;

function answerLines({ state, items }: SubmissionRow): readonly string[] {
  if (state === 'erased') return ['only this reference, so that it cannot be sent a second time'];
  const stored = items.filter(({ is_held }) => is_held);
  const answers = stored.filter(isAnswer);
  const states = [...new Set(answers.map((answer) => answer.state))].join(', ');
  const delivered = items.filter((item) => isAnswer(item) && item.state === 'delivered').length;
  return linesOf(
    stored.length > answers.length && 'details of the person, encrypted, until the application is created',
    answers.length > 0 && `${count(answers.length, 'answer')}, encrypted: ${states}`,
    delivered > 0 && `${count(delivered, 'delivered answer')}: only a keyed hash`,
  );
}

const linesOf = (...lines: readonly (string | false)[]): readonly string[] =>
  lines.filter((line) => line !== false);

const fileLine = ({ name, type, size, has_bytes }: FileRow): string =>
  has_bytes
    ? `file ${JSON.stringify(name ?? 'sealed with another secret')}, ${type ?? 'unknown type'}, ${size} bytes, encrypted`
    : 'a sent file: only its type, size and hash';

const consentLine = ({ id, version, language, given_at }: RecordedConsent): string =>
  `consent to ${JSON.stringify(id)}, version ${JSON.stringify(version)} (${language}), given ${minuteOf(given_at)}`;

/** Notes what the search does not cover, so that the list is not mistaken for everything. */
export const noteLines = ({ unsearched }: PersonRows, isByEmail: boolean): readonly string[] =>
  linesOf(
    unsearched > 0 &&
      `${count(unsearched, 'submission')} could not be searched by email: use the reference or --application ID.`,
    isByEmail &&
      'Email does not find existing applications or consents of deleted submissions: use the reference or --application ID.',
    "Not included: delivered answers, which are at the recruitment service, and the draft in the applicant's browser.",
  );

/** Warns of answers that erasing would withhold from the employer. */
export function lossLines({ submissions }: PersonRows): readonly string[] {
  const items = submissions.flatMap((submission) => submission.items);
  const unsent = items.filter((item) => isAnswer(item) && item.state !== 'delivered').length;
  return linesOf(unsent > 0 && `${count(unsent, 'undelivered answer')} will never reach the employer.`);
}

export const erasedLine = ({ reference, state, delivered, unsent, sending }: ErasureRow): string =>
  linesOf(
    state === 'erased' && `${reference}: erased.`,
    state === 'erasing' && `${reference}: waits for the outcome of answers that may have been sent.`,
    delivered > 0 && `${count(delivered, 'answer')} had reached the service.`,
    unsent > 0 && `${count(unsent, 'answer')} will never reach the service.`,
    state === 'erased' &&
      sending > 0 &&
      `${count(sending, 'answer')} may have reached the service: look there.`,
  ).join(' ');

export function afterErasing(
  rows: PersonRows,
  erasures: readonly ErasureRow[],
  isDone: boolean,
): readonly string[] {
  const consentCount = [rows, ...rows.submissions].reduce((sum, { consents }) => sum + consents.length, 0);
  return linesOf(
    consentCount > 0 &&
      `Not erased: ${count(consentCount, 'consent')}, without the person's name. See public/docs/privacy.md for the period and for how to delete it.`,
    !isDone && 'Nothing more is sent, and the rest is erased automatically. Repeat the command to check.',
    isDone && mayBeAtService(rows, erasures) && 'Erase what reached the recruitment service there too.',
    isDone &&
      'Earlier backups contain copies: after a restore, erase again. Postgres removes deleted rows from the disk with the next VACUUM.',
  );
}

/** Assumes the worst: earlier erasures are not recorded, and an item that was given up may have been unclear. */
const mayBeAtService = ({ submissions }: PersonRows, erasures: readonly ErasureRow[]): boolean =>
  erasures.some(({ state, delivered, sending }) => state === 'erasing' || delivered + sending > 0) ||
  submissions.some(
    ({ state, items }) =>
      state === 'erased' ||
      items.some((item) => ['delivered', 'sending', 'checking', 'parked'].includes(item.state)),
  );
