/** What the live region says of the files of one question: few sentences, however many are uploaded at once. */
import type { FileRow } from '../../form/contract.ts';
import { isFaulty } from '../../form/file-rows.ts';
import type { Messages } from '../../locale/messages.ts';
import { shortName, titled } from '../question/title-of.ts';
import type { LazyFieldProps } from '../screen.ts';
import { faultText, limitsOf, stateText, uploadingText } from './file-messages.ts';

type Rows = readonly FileRow[];

const ofKind = (rows: Rows, kind: FileRow['progress']['kind']): Rows =>
  rows.filter(({ progress }) => progress.kind === kind);

/**
 * Says what is new since the last rows: what goes wrong at once, arrivals together when nothing is on its way any more.
 * @param before known already, so not said
 */
export function createFileNews(before: Rows) {
  let last = before;
  const known = new Set(ofKind(before, 'staged').map(({ id }) => id));
  return (rows: Rows, props: LazyFieldProps): readonly string[] => {
    const { messages } = props;
    const kindBefore = (row: FileRow) => last.find(({ id }) => id === row.id)?.progress.kind;
    const removed = last.filter(({ id }) => !rows.some((row) => row.id === id));
    const faulty = rows.filter((row) => isFaulty(row) && kindBefore(row) !== row.progress.kind);
    const isBusy = ofKind(rows, 'uploading').length > 0;
    const arrived = isBusy ? [] : ofKind(rows, 'staged').filter(({ id }) => !known.has(id));
    last = rows;
    for (const { id } of arrived) known.add(id);
    const [first, second] = arrived;
    // One by one they may have a remark of their own.
    const there =
      first && !second ? stateText(messages, limitsOf(props), first) : messages.text('file.staged');
    return [
      ...together(messages, removed, messages.text('file.removed')),
      ...faulty.map((row) =>
        titled(messages, messages.text('error.heard'), faultText(messages, limitsOf(props), row)),
      ),
      ...together(messages, arrived, there),
    ];
  };
}

/** How far those are that are on their way. */
export function uploadNews(rows: Rows, messages: Messages): readonly string[] {
  const shares = rows.flatMap(({ progress }) => (progress.kind === 'uploading' ? progress.done : []));
  const share = shares.reduce((sum, done) => sum + done, 0) / shares.length;
  return together(messages, ofKind(rows, 'uploading'), uploadingText(messages, share));
}

/** One by its name, several by their number. */
function together(messages: Messages, rows: Rows, state: string): readonly string[] {
  const [first, second] = rows;
  if (!first) return [];
  const name = second ? messages.text('file.several', { count: rows.length }) : shortName(first.name);
  return [messages.text('file.said', { name, state })];
}
