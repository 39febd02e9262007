import { signal } from '@preact/signals';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { mostBytes, mostFiles } from '../core/model/files.ts';
import type { FileLimits } from '../core/model/question.ts';
import type { Field, FileRow, FormActions } from '../form/contract.ts';
import { isFaulty } from '../form/field-state.ts';
import { formatPercent } from '../locale/formats.ts';
import type { Messages } from '../locale/messages.ts';
import { announce } from './announcer.ts';
import { limitsOf } from './controls.tsx';
import { shortName, titled } from './errors.tsx';
import { blockOf, focusQuestion } from './focus.ts';
import { anyOf, elementIds, type FillingFieldProps, Icon, type IconName, Notice } from './screen.tsx';

/** The files of a question; takes those that are chosen, dropped anywhere on its block, or pasted in it. */
export function FileList(props: FillingFieldProps) {
  const { field, screen, messages } = props;
  const list = useRef<HTMLDivElement>(null);
  const remark = useMemo(() => signal(''), []);
  useFileNews(props);

  useLayoutEffect(() => {
    const block = list.current && blockOf(list.current);
    if (!block) return;
    return listenForFiles(block, (found) => {
      const [files, refused] = sortFiles(field, found, messages);
      remark.value = refused;
      if (refused) announce(screen, refused);
      if (files.length > 0) screen.actions.attach(field.question.id, files);
    });
  }, [field, screen, messages]);

  const rows = field.files.value;
  const faulty = rows.find(isFaulty);
  return (
    <>
      {remark.value && <Notice>{remark.value}</Notice>}
      <div ref={list} class={rows.length > 0 ? 'af-cards' : undefined}>
        {rows.length > 0 && (
          <ul class="af-files">
            {rows.map((row) => (
              <FileItem
                key={row.id}
                {...props}
                row={row}
                isQuestionError={row === faulty}
                onAct={() => (remark.value = '')}
              />
            ))}
          </ul>
        )}
      </div>
    </>
  );
}

/** Milliseconds until an upload is first announced; each further announcement waits twice as long. */
const PATIENCE = 1_000;

function useFileNews(props: FillingFieldProps): void {
  const { field, screen, messages } = props;
  const news = useMemo(() => createFileNews(field.files.peek()), [field]);
  const rows = field.files.value;
  const isBusy = rows.some((row) => row.progress.kind === 'uploading');

  useLayoutEffect(() => {
    const texts = news(rows, props);
    if (texts.length > 0) announce(screen, ...texts);
  }, [rows]);

  useLayoutEffect(() => {
    if (!isBusy) return;
    let timer: ReturnType<typeof setTimeout>;
    function wait(milliseconds: number): void {
      timer = setTimeout(() => {
        announce(screen, ...uploadNews(field.files.peek(), messages));
        wait(2 * milliseconds);
      }, milliseconds);
    }
    wait(PATIENCE);
    return () => clearTimeout(timer);
  }, [isBusy]);
}

interface FileItemProps extends FillingFieldProps {
  readonly row: FileRow;
  /** True if the row's fault is the error of its question. */
  readonly isQuestionError: boolean;
  /** Called when one of its buttons was pressed. */
  readonly onAct: () => void;
}

/** A file with its name, size, state and what can be done with it. */
function FileItem(props: FileItemProps) {
  const { row, field, screen, messages, isQuestionError } = props;
  const { progress } = row;
  const faulty = isFaulty(row);
  return (
    <li class="af-file" part="file" data-faulty={faulty || undefined}>
      <Icon name={faulty ? 'alert' : progress.kind === 'staged' ? 'tick' : 'file'} />
      <span class="af-words">
        <span class="af-name" dir="auto" title={row.name}>
          {shortName(row.name)}
        </span>
        <small id={isQuestionError ? elementIds(screen, field).error : undefined}>
          {faulty ? (
            <span class="af-hidden">{titled(messages, messages.text('error.heard'), '')}</span>
          ) : (
            `${messages.formatSize(row.size)} · `
          )}
          {stateText(messages, limitsOf(props), row)}
        </small>
        {progress.kind === 'uploading' && <progress max={1} value={progress.done} aria-label={row.name} />}
      </span>
      <FileButtons {...props} />
    </li>
  );
}

function FileButtons({ row, field, screen, messages, onAct }: FileItemProps) {
  const { id } = field.question;
  const { kind } = row.progress;
  const button = (icon: IconName, action: string, act: FormActions['detach']) => (
    <button
      type="button"
      class="af-link"
      aria-label={messages.text('file.of', { action, name: row.name })}
      aria-describedby={elementIds(screen, field).label}
      onClick={({ currentTarget }) => {
        focusQuestion(currentTarget);
        onAct();
        act(id, row.id);
      }}
    >
      <Icon name={icon} />
      {action}
    </button>
  );
  return (
    <span class="af-buttons">
      {kind === 'failed' && button('again', messages.text('file.retry'), screen.actions.retryFile)}
      {button(
        'cross',
        messages.text(kind === 'uploading' ? 'file.cancel' : 'file.remove'),
        screen.actions.detach,
      )}
    </span>
  );
}

type Limits = FileLimits | null;

export function stateText(
  messages: Messages,
  limits: Limits,
  row: Pick<FileRow, 'name' | 'size' | 'progress'>,
): string {
  const { progress } = row;
  switch (progress.kind) {
    case 'uploading':
      return uploadingText(messages, progress.done);
    case 'staged':
      return messages.text('file.staged');
    case 'failed':
      return messages.text(
        progress.code === 'offline' || progress.code === 'timed_out' ? 'file.failedOffline' : 'file.failed',
      );
  }
  switch (progress.code) {
    case 'renamed':
      return messages.text('file.renamed', {
        named: endingOf(row.name),
        found: endingOf(`${progress.found}`),
      });
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
      return messages.text(`file.${progress.code}`);
  }
}

/** Uses the letters, because two file types of one program share a name. */
const endingOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1).toUpperCase();

/** Common names of file types; other types are named by their endings. */
const names: readonly (readonly [RegExp, string])[] = [
  [/^doc|word/, 'Word'],
  [/^xls/, 'Excel'],
  [/^ppt/, 'PowerPoint'],
  [/^jpg/, 'JPEG'],
  [/^plain/, 'TXT'],
];

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

const uploadingText = (messages: Messages, done: number): string =>
  messages.text('file.uploading', { percent: formatPercent(messages, done) });

/** The fault of a file, with its name. */
export const faultText = (messages: Messages, limits: Limits, row: FileRow): string =>
  messages.text('file.said', { name: shortName(row.name), state: stateText(messages, limits, row) });

type Rows = readonly FileRow[];

const ofKind = (rows: Rows, kind: FileRow['progress']['kind']): Rows =>
  rows.filter(({ progress }) => progress.kind === kind);

/**
 * Makes the announcements about the files of one question: few sentences, however many are uploaded at once.
 * Reports what is new since the last rows: faults at once, arrivals together when no upload is running any more.
 *
 * @param before rows that are not reported
 */
function createFileNews(before: Rows) {
  let last = before;
  const known = new Set(ofKind(before, 'staged').map(({ id }) => id));
  return (rows: Rows, props: FillingFieldProps): readonly string[] => {
    const { messages } = props;
    const kindBefore = (row: FileRow) => last.find(({ id }) => id === row.id)?.progress.kind;
    const removed = last.filter(({ id }) => !rows.some((row) => row.id === id));
    const faulty = rows.filter((row) => isFaulty(row) && kindBefore(row) !== row.progress.kind);
    const isBusy = ofKind(rows, 'uploading').length > 0;
    const arrived = isBusy ? [] : ofKind(rows, 'staged').filter(({ id }) => !known.has(id));
    last = rows;
    for (const { id } of arrived) known.add(id);
    const [first, second] = arrived;
    // A single file may have its own remark.
    const arrivedState =
      first && !second ? stateText(messages, limitsOf(props), first) : messages.text('file.staged');
    return [
      ...together(messages, removed, messages.text('file.removed')),
      ...faulty.map((row) =>
        titled(messages, messages.text('error.heard'), faultText(messages, limitsOf(props), row)),
      ),
      ...together(messages, arrived, arrivedState),
    ];
  };
}

/** Progress of running uploads. */
function uploadNews(rows: Rows, messages: Messages): readonly string[] {
  const shares = rows.flatMap(({ progress }) => (progress.kind === 'uploading' ? progress.done : []));
  const share = shares.reduce((sum, done) => sum + done, 0) / shares.length;
  return together(messages, ofKind(rows, 'uploading'), uploadingText(messages, share));
}

/** Names one file, counts several. */
function together(messages: Messages, rows: Rows, state: string): readonly string[] {
  const [first, second] = rows;
  if (!first) return [];
  const name = second ? messages.text('file.several', { count: rows.length }) : shortName(first.name);
  return [messages.text('file.said', { name, state })];
}

/**
 * Listens for files that are chosen, dropped anywhere on the block, or pasted in it.
 *
 * @returns a function that stops listening
 */
function listenForFiles(block: HTMLElement, take: (files: readonly File[]) => void): () => void {
  const life = new AbortController();
  const mark = (isOver: boolean) => block.querySelector('.af-drop')?.toggleAttribute('data-over', isOver);

  const hear = <Type extends keyof HTMLElementEventMap>(
    type: Type,
    act: (event: HTMLElementEventMap[Type]) => void,
    element: HTMLElement | null = block,
  ) => element?.addEventListener(type, act, life);

  hear('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return;
    const files = [...(target.files ?? [])];
    // Allows the same file to be chosen again.
    target.value = '';
    if (files.length > 0) take(files);
  });
  hear('dragover', (event) => {
    event.preventDefault();
    mark(hasFiles(event.dataTransfer));
  });
  hear('dragleave', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && block.contains(relatedTarget))) mark(false);
  });
  hear('drop', (event) => {
    event.preventDefault();
    mark(false);
    take([...(event.dataTransfer?.files ?? [])]);
  });
  hear('paste', (event) => {
    if (!hasFiles(event.clipboardData)) return;
    event.preventDefault();
    take([...(event.clipboardData?.files ?? [])]);
  });
  // A file dropped next to its question would open instead of the page, and the entries would be lost.
  for (const type of ['dragover', 'drop'] as const)
    hear(type, (event) => hasFiles(event.dataTransfer) && event.preventDefault(), block.closest('form'));
  return () => life.abort();
}

const hasFiles = (data: DataTransfer | null): boolean => data?.types.includes('Files') ?? false;

/** Separates the files that the question accepts from the rest, which is announced. */
function sortFiles(field: Field, files: readonly File[], messages: Messages): [readonly File[], string] {
  // A file that failed or was rejected may be chosen again.
  const present = field.files.peek().filter(({ progress }) => /uploading|staged/.test(progress.kind));
  const isPresent = (file: File) =>
    present.some(({ chosenAs, name, size }) => (chosenAs ?? name) === file.name && size === file.size);
  const fresh = files.filter((file) => !isPresent(file));
  const duplicate = files.find(isPresent);
  if (files.length === 0) return [[], messages.text('file.notFile')];
  if (field.question.type === 'document' && fresh.length > 1) return [[], messages.text('file.onlyOne')];
  return [fresh, duplicate ? messages.text('file.twice', { name: duplicate.name }) : ''];
}
