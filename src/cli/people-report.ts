/** Prints what is stored about one person, for a person to read. */
import type { RecordedConsent } from '../core/model/submission.ts';
import type { PersonItem } from '../server/people.ts';
import type { ErasureRow, FileRow, PersonRows, SubmissionRow } from './people.ts';
import { count, minuteOf, tableLines } from './text-table.ts';

const headings = ['Reference', 'State', 'Accepted', 'Kept until', 'Application', 'Job'];

export function personLines({ submissions, files, consents }: PersonRows): readonly string[] {
  const rows = submissions.map((one) => ({
    cells: [
      one.reference,
      one.state,
      minuteOf(one.accepted_at),
      minuteOf(one.kept_until),
      one.application ?? '',
      one.job ?? '',
    ],
    below: [...answerLines(one), ...one.files.map(fileLine), ...one.consents.map(consentLine)],
  }));
  return [
    ...(rows.length === 0 ? [] : [...tableLines(headings, rows), 'Times are UTC.']),
    ...(files.length === 0 ? [] : ['Put here, and never sent:', ...files.map(fileLine)]),
    ...(consents.length === 0 ? [] : ['Of what is not here any more:', ...consents.map(consentLine)]),
  ];
}

const isAnswer = ({ question }: PersonItem): boolean => question !== null;

function answerLines({ state, items }: SubmissionRow): readonly string[] {
  if (state === 'erased') return ['nothing but this reference, so that it cannot be sent a second time'];
  const held = items.filter(({ is_held }) => is_held);
  const answers = held.filter(isAnswer);
  const states = [...new Set(answers.map((one) => one.state))].join(', ');
  const delivered = items.filter((one) => isAnswer(one) && one.state === 'delivered').length;
  return linesOf(
    held.length > answers.length && 'what was said of the person, sealed, until the application is made',
    answers.length > 0 && `${count(answers.length, 'answer')}, sealed: ${states}`,
    delivered > 0 && `of ${count(delivered, 'delivered answer')} that it was, and a keyed hash`,
  );
}

const linesOf = (...lines: readonly (string | false)[]): readonly string[] =>
  lines.filter((line) => line !== false);

const fileLine = ({ name, type, size, has_bytes }: FileRow): string =>
  has_bytes
    ? `file ${JSON.stringify(name ?? 'of another secret')}, ${type ?? 'unknown type'}, ${size} bytes, sealed`
    : 'of a file that was sent its type, size and hash';

const consentLine = ({ id, version, language, given_at }: RecordedConsent): string =>
  `consent to ${JSON.stringify(id)}, version ${JSON.stringify(version)} (${language}), given ${minuteOf(given_at)}`;

/** Notes what the search does not cover, so that the list is not mistaken for everything. */
export const noteLines = ({ unsearched }: PersonRows, isByEmail: boolean): readonly string[] =>
  linesOf(
    unsearched > 0 &&
      `${count(unsearched, 'submission')} could not be searched by email: ask by reference or application.`,
    isByEmail &&
      'Not found by email: applications that were there before, and consents of what is gone. Ask by --application ID or by the reference.',
    "What was delivered is at the recruitment service, and a draft in the applicant's own browser: neither is in this.",
  );

/** Warns of answers that erasing would withhold from the employer. */
export function lossLines({ submissions }: PersonRows): readonly string[] {
  const items = submissions.flatMap((one) => one.items);
  const unsent = items.filter((one) => isAnswer(one) && one.state !== 'delivered').length;
  return linesOf(
    unsent > 0 && `${count(unsent, 'answer')} that did not reach the employer will be lost for good.`,
  );
}

export const erasedLine = ({ reference, state, delivered, unsent, sending }: ErasureRow): string =>
  linesOf(
    state === 'erased' && `${reference}: erased.`,
    state === 'erasing' && `${reference}: waits for the outcome of what may be on the way to the service.`,
    delivered > 0 && `${count(delivered, 'answer')} had reached the service.`,
    unsent > 0 && `${count(unsent, 'answer')} will never reach the service.`,
    state === 'erased' &&
      sending > 0 &&
      `Whether ${count(sending, 'answer')} did, the service alone can tell.`,
  ).join(' ');

export function afterErasing(
  rows: PersonRows,
  erasures: readonly ErasureRow[],
  isDone: boolean,
): readonly string[] {
  const kept = [rows, ...rows.submissions].reduce((sum, { consents }) => sum + consents.length, 0);
  return linesOf(
    kept > 0 &&
      `Not erased: ${count(kept, 'consent')}, without who gave it. public/docs/privacy.md says how long it is kept, and how to delete it.`,
    !isDone && 'Nothing more of it is sent, and the rest goes by itself: the same command again tells when.',
    isDone &&
      mayBeAtService(rows, erasures) &&
      'What of it reached the recruitment service, if anything, is still there: have it erased there.',
    isDone &&
      'Backups that were made before hold copies: a restored one has to be erased again. On Postgres, deleted rows leave the disk with the next VACUUM.',
  );
}

/** Nothing is known about what was erased earlier, and an item that was given up may have been unclear. */
const mayBeAtService = ({ submissions }: PersonRows, erasures: readonly ErasureRow[]): boolean =>
  erasures.some((one) => one.state === 'erasing' || one.delivered + one.sending > 0) ||
  submissions.some(
    ({ state, items }) =>
      state === 'erased' ||
      items.some((one) => ['delivered', 'sending', 'checking', 'parked'].includes(one.state)),
  );
