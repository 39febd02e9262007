/** What is stored about one person, for a person to read. */
import type { ConsentRow, ErasedRows, HeldFileRow, HeldRow, PersonRows } from './people-client.ts';
import { alignColumns } from './text-table.ts';

const headings = ['Reference', 'State', 'Accepted', 'Kept until', 'Application', 'Job'];

export function peopleTable({ submissions, files, consents }: Omit<PersonRows, 'unsearched'>): string {
  const cells = submissions.map((row) => [
    row.reference,
    row.state,
    minuteOf(row.accepted_at),
    minuteOf(row.kept_until),
    row.application ?? '',
    row.job ?? '',
  ]);
  const [heading = '', ...lines] = alignColumns([headings, ...cells]);
  const blocks = submissions.map((row, index) => [lines[index] ?? '', ...heldLines(row)].join('\n'));
  const loose = files.length === 0 ? [] : ['Put here, and never sent:', ...files.map(fileLine)];
  const table = submissions.length === 0 ? [] : [heading, ...blocks, 'Times are UTC.'];
  const kept = consents.length === 0 ? [] : ['Of what is not here any more:', ...consents.map(consentLine)];
  return [...table, ...loose, ...kept].join('\n');
}

/** In UTC, without the seconds. */
const minuteOf = (time: string): string => `${time.slice(0, 10)} ${time.slice(11, 16)}`;

function heldLines({ state, items, files, consents }: HeldRow): readonly string[] {
  if (state === 'erased')
    return [
      '    nothing but this reference, so that it cannot be sent a second time',
      ...consents.map(consentLine),
    ];
  const held = items.filter(({ is_held }) => is_held);
  const answers = held.filter(({ question }) => question !== null).length;
  const delivered = items.filter((item) => item.state === 'delivered' && item.question !== null).length;
  return [
    ...(held.length > answers
      ? ['    what was said of the person, sealed, until the application is made']
      : []),
    ...(answers > 0 ? [`    ${count(answers, 'answer')}, sealed: ${statesOf(held)}`] : []),
    ...(delivered > 0
      ? [`    of ${count(delivered, 'delivered answer')} that it was, and a keyed hash`]
      : []),
    ...files.map(fileLine),
    ...consents.map(consentLine),
  ];
}

export const count = (number: number, name: string): string => `${number} ${name}${number === 1 ? '' : 's'}`;

/** `2 queued, 1 parked (unclear)`. */
function statesOf(items: HeldRow['items']): string {
  const names = items
    .filter(({ question }) => question !== null)
    .map(({ state, code }) => (code === null ? state : `${state} (${code})`));
  return [...new Set(names)]
    .map((name) => `${names.filter((one) => one === name).length} ${name}`)
    .join(', ');
}

const fileLine = ({ name, type, size, has_bytes }: HeldFileRow): string =>
  has_bytes
    ? `    file ${JSON.stringify(name ?? 'of another secret')}, ${type ?? 'unknown type'}, ${size} bytes, sealed`
    : `    of a file that was sent its type, size and hash`;

const consentLine = ({ id, version, language, given_at }: ConsentRow): string =>
  `    consent to ${JSON.stringify(id)}, version ${JSON.stringify(version)} (${language}), given ${minuteOf(given_at)}`;

/** The limits of what was found, so that the list is not mistaken for everything. */
export function notes({ unsearched }: Pick<PersonRows, 'unsearched'>, isByEmail: boolean): readonly string[] {
  return [
    ...(unsearched === 0
      ? []
      : [
          `${unsearched >= 10_000 ? 'At least ' : ''}${count(unsearched, 'submission')} could not be searched by email: from before there were hashes, or under an APPLY_SECRET that is not configured any more. Ask for them by reference or by application.`,
        ]),
    ...(isByEmail
      ? [
          'An application that was there before has no email here: ask for it by --application ID.',
          'Of what is erased, or gone after its 30 days, consents are kept, and no email: ask for them by the reference, which the recruitment service has as external_system_reference.',
        ]
      : []),
    "What was delivered is at the recruitment service, and a draft in the applicant's own browser: neither is in this.",
  ];
}

export function erasedLine({ reference, state, ...told }: ErasedRows['erasures'][number]): string {
  if (state === 'erasing')
    return `${reference}: ${told.sending === 0 ? 'the application' : count(told.sending, 'answer')} may be on the way to the service; waits for the outcome.`;
  return `${reference}: erased. ${outcomes(told)}`.trimEnd();
}

function outcomes({
  delivered,
  unsent,
  sending,
}: Pick<ErasedRows['erasures'][number], 'delivered' | 'unsent' | 'sending'>): string {
  return [
    delivered > 0 ? `${count(delivered, 'answer')} had reached the service.` : '',
    unsent > 0 ? `${count(unsent, 'answer')} will never reach the service.` : '',
    // Answers whose sending was waited for: their outcome was erased with the rest.
    sending > 0
      ? `Whether ${count(sending, 'answer')} on the way did, the recruitment service alone can tell now.`
      : '',
  ]
    .filter(Boolean)
    .join(' ');
}

/** They show later that something was agreed to, so no erasing takes them along. */
export const keptConsents = (number: number): readonly string[] =>
  number === 0
    ? []
    : [
        `Not erased: ${count(number, 'consent')}, without who gave it. public/docs/privacy.md says how long it is kept, and how to delete it.`,
      ];

/** Something of it had reached the recruitment service, or may have. Of what had been erased before, nothing is known any more. */
export const mayBeThere = (
  { submissions }: Pick<PersonRows, 'submissions'>,
  erasures: ErasedRows['erasures'],
): boolean =>
  erasures.some(({ delivered, sending }) => delivered + sending > 0) ||
  submissions.some(
    ({ state, items }) =>
      state === 'erased' ||
      // What was given up may have been unclear before.
      items.some((item) => /^(delivered|sending|checking|parked)$/.test(item.state)),
  );

/** @param mayBeThere something of it had reached the recruitment service, or may have */
export const afterErasing = (mayBeThere: boolean): readonly string[] => [
  ...(mayBeThere
    ? ['What of it reached the recruitment service, if anything, is still there: have it erased there.']
    : []),
  'Backups that were made before hold copies: a restored one has to be erased again. On Postgres, deleted rows leave the disk with the next VACUUM.',
];
