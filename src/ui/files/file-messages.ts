/** The texts about a file, in its row and in the live region. */

import { unreachable } from '../../core/model/outcome.ts';
import type { FileLimits } from '../../core/model/question.ts';
import type { FileProgress } from '../../form/contract.ts';
import { mostBytes, mostFiles } from '../../form/file-limits.ts';
import { formatPercent } from '../../locale/formats-lazy.ts';
import type { Messages } from '../../locale/messages.ts';
import { anyOf } from '../errors/word-lists.ts';
import { shortName } from '../question/short-name.ts';
import type { FieldProps } from '../screen.ts';
import type { FileEvents } from './file-outcomes.ts';

interface Limited {
  readonly limits: FileLimits | null;
}

/** Those of its own, or of the form. */
export const limitsOf = ({ field, screen }: FieldProps): Limited => ({
  limits: field.question.limits ?? screen.limits,
});

export function stateText(messages: Messages, { limits }: Limited, progress: FileProgress): string {
  switch (progress.kind) {
    case 'uploading':
      return messages.text('file.uploading', { percent: formatPercent(messages, progress.done) });
    case 'staged':
      return messages.text('file.staged');
    case 'failed':
      return messages.text(
        /^(offline|timed_out)$/.test(progress.code) ? 'file.failedOffline' : 'file.failed',
      );
    case 'rejected':
      return rejectionText(messages, limits, progress);
    default:
      return unreachable(progress);
  }
}

type Rejected = Extract<FileProgress, { kind: 'rejected' }>;

function rejectionText(messages: Messages, limits: FileLimits | null, { code }: Rejected): string {
  switch (code) {
    case 'file_too_large':
      return limits?.bytes
        ? messages.text('file.file_too_large', { size: messages.formatSize(limits.bytes) })
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
  const about = (count: number, first: string | undefined, state: string) =>
    messages.text('file.said', {
      name: count === 1 && first !== undefined ? shortName(first) : messages.text('file.several', { count }),
      state,
    });
  if (fileEvents.kind === 'faulty')
    return about(1, fileEvents.row.name, stateText(messages, limited, fileEvents.row.progress));
  const state =
    fileEvents.kind === 'removed'
      ? messages.text('file.removed')
      : stateText(
          messages,
          limited,
          fileEvents.kind === 'staged' ? fileEvents : { ...fileEvents, done: fileEvents.share },
        );
  return about(fileEvents.rows.length, fileEvents.rows[0]?.name, state);
}
