/** What is said of one file, in its row and elsewhere. */
import type { FileLimits } from '../../core/model/question.ts';
import type { FileProgress, FileRow } from '../../form/contract.ts';
import { mostBytes, mostFiles } from '../../form/file-limits.ts';
import { formatPercent } from '../../locale/formats-lazy.ts';
import type { Messages } from '../../locale/messages.ts';
import { anyOf } from '../errors/word-lists.ts';
import { shortName } from '../question/title-of.ts';
import type { FieldProps } from '../screen.ts';

type Limits = FileLimits | null;

/** Those of its own, or of the form. */
export const limitsOf = ({ field, screen }: FieldProps): Limits => field.question.limits ?? screen.limits;

type Named = Pick<FileRow, 'name' | 'size' | 'progress'>;

export function stateText(messages: Messages, limits: Limits, row: Named): string {
  const { progress } = row;
  switch (progress.kind) {
    case 'uploading':
      return uploadingText(messages, progress.done);
    case 'staged':
      return messages.text(progress.isProtected ? 'file.protected' : 'file.staged');
    case 'failed':
      return messages.text(
        progress.code === 'offline' || progress.code === 'timed_out' ? 'file.failedOffline' : 'file.failed',
      );
    case 'rejected':
      return rejectionText(messages, limits, row, progress);
  }
}

type Rejected = Extract<FileProgress, { kind: 'rejected' }>;

function rejectionText(messages: Messages, limits: Limits, row: Named, { code, found }: Rejected): string {
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
      return limits?.types.length
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
export const kindsOfFiles = (types: readonly string[]): readonly string[] => [
  ...new Set(
    types.map((type) => {
      const letters = type
        .trim()
        .toLowerCase()
        .replace(/^\.|^.*\//, '');
      return names.find(([pattern]) => pattern.test(letters))?.[1] ?? letters.toUpperCase();
    }),
  ),
];

export const uploadingText = (messages: Messages, done: number): string =>
  messages.text('file.uploading', { percent: formatPercent(messages, done) });

/** What is wrong with the file, by its name. */
export const faultText = (messages: Messages, limits: Limits, row: FileRow): string =>
  messages.text('file.said', { name: shortName(row.name), state: stateText(messages, limits, row) });
