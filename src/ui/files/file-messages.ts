/** The texts about a file, in its row and in the live region. */

import type { FileLimits } from '../../core/model/question.ts';
import type { Field, FileProgress, FileRow } from '../../form/contract.ts';
import { mostBytes, mostFiles } from '../../form/file-limits.ts';
import { formatPercent } from '../../locale/formats-lazy.ts';
import type { Messages } from '../../locale/messages.ts';
import { anyOf } from '../errors/word-lists.ts';
import { shortName } from '../question/short-name.ts';
import { titled } from '../question/titled.ts';
import type { Screen } from '../screen.ts';
import type { FileEvents } from './file-outcomes.ts';

interface Limited {
  readonly limits: FileLimits | null;
}

/** A question in its form. */
export interface Placed {
  readonly field: Field;
  readonly screen: Pick<Screen, 'limits'>;
}

/** Those of its own, or of the form. */
export const limitsOf = ({ field, screen }: Placed): Limited => ({
  limits: field.question.limits ?? screen.limits,
});

/** As far as its state can tell of it. */
type Told = Pick<FileRow, 'name' | 'size' | 'progress'>;

export function stateText(messages: Messages, { limits }: Limited, row: Told): string {
  const { progress } = row;
  switch (progress.kind) {
    case 'uploading':
      return uploadingText(messages, progress.done);
    case 'staged':
      return messages.text(progress.isProtected ? 'file.protected' : 'file.staged');
    case 'failed':
      return messages.text(
        /^(offline|timed_out)$/.test(progress.code) ? 'file.failedOffline' : 'file.failed',
      );
    default:
      return rejectionText(messages, limits, { ...row, progress });
  }
}

interface Rejected extends Told {
  readonly progress: Extract<FileProgress, { kind: 'rejected' }>;
}

function rejectionText(messages: Messages, limits: FileLimits | null, row: Rejected): string {
  const { code, found } = row.progress;
  switch (code) {
    case 'renamed':
      return messages.text('file.renamed', { named: endingOf(row.name), found: endingOf(`${found}`) });
    case 'file_too_large':
      return limits?.bytes
        ? messages.text('file.file_too_large', {
            own: messages.formatSize(row.size),
            size: messages.formatSize(limits.bytes),
          })
        : messages.text('file.file_too_large_unknown');
    case 'file_type':
      return limits && limits.types.length > 0
        ? messages.text('file.kinds', { kinds: anyOf(messages, kindsOfFiles(limits.types)) })
        : messages.text('file.file_type');
    case 'too_many':
      return messages.text('file.most', { count: mostFiles });
    case 'total_too_large':
      return messages.text('file.total_too_large', { size: messages.formatSize(mostBytes) });
    default:
      return messages.text(`file.${code}`);
  }
}

/** Letters, because two kinds of one program have one name. */
const endingOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1).toUpperCase();

/** What people call a kind of file; other endings are called by their letters. */
const names = [
  [/^doc|word/, 'Word'],
  [/^xls/, 'Excel'],
  [/^ppt/, 'PowerPoint'],
  [/^jpg/, 'JPEG'],
  [/^plain/, 'TXT'],
] as const;

/** @param types endings with a dot, or media types, as in the limits */
export const kindsOfFiles = (types: readonly string[]): readonly string[] => [...new Set(types.map(nameOf))];

function nameOf(type: string): string {
  const [, letters = type] = /[./]([^/]*)$/.exec(type.trim().toLowerCase()) ?? [];
  return names.find(([pattern]) => pattern.test(letters))?.[1] ?? letters.toUpperCase();
}

export function fileEventText(messages: Messages, limited: Limited, fileEvents: FileEvents): string {
  if (fileEvents.kind === 'faulty')
    return titled(messages, messages.text('error.heard'), faultText(messages, limited, fileEvents.row));
  const { rows } = fileEvents;
  const [first] = rows;
  return messages.text('file.said', {
    name:
      first && rows.length === 1
        ? shortName(first.name)
        : messages.text('file.several', { count: rows.length }),
    state: stateOfAll(messages, limited, fileEvents),
  });
}

type Happened = Exclude<FileEvents, { kind: 'faulty' }>;

function stateOfAll(messages: Messages, limited: Limited, fileEvents: Happened): string {
  if (fileEvents.kind === 'removed') return messages.text('file.removed');
  if (fileEvents.kind === 'uploading') return uploadingText(messages, fileEvents.share);
  const [first, second] = fileEvents.rows;
  // One by one they may have a remark of their own.
  return first && !second ? stateText(messages, limited, first) : messages.text('file.staged');
}

const uploadingText = (messages: Messages, done: number): string =>
  messages.text('file.uploading', { percent: formatPercent(messages, done) });

/** What is wrong with the file, by its name. */
export const faultText = (messages: Messages, limited: Limited, row: FileRow): string =>
  messages.text('file.said', { name: shortName(row.name), state: stateText(messages, limited, row) });
