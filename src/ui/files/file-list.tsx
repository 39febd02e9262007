import { signal } from '@preact/signals';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { Field } from '../../form/contract.ts';
import { isFaulty } from '../../form/file-rows.ts';
import type { Messages } from '../../locale/messages.ts';
import { announce } from '../announcements/announcer.ts';
import { blockOf } from '../focus/focus-question.ts';
import { Icon } from '../icon/icon.tsx';
import { infoShape } from '../icon/icon-shapes.ts';
import type { LazyFieldProps } from '../screen.ts';
import { FileItem } from './file-item.tsx';
import { fileEventText, limitsOf } from './file-messages.ts';
import { createFileEvents } from './file-outcomes.ts';
import { listenForFiles } from './listen-for-files.ts';
import { type Remark, sortFiles } from './sort-files.ts';

/** The files of a question; takes those that are chosen, dropped anywhere on its block, or pasted in it. */
export function FileList(props: LazyFieldProps) {
  const { field, screen, messages } = props;
  const list = useRef<HTMLDivElement>(null);
  const remark = useMemo(() => signal<Remark | null>(null), []);
  useFileEvents(props);

  useLayoutEffect(() => {
    const block = list.current && blockOf(list.current);
    if (!block) return;
    return listenForFiles(block, (found) => {
      const { files, remark: said } = sortFiles(field, found);
      remark.value = said;
      if (said) announce(screen, remarkText(messages, said));
      if (files.length > 0) screen.actions.attach(field.question.id, files);
    });
  }, [field, screen, messages]);

  function forgetRemark(): void {
    remark.value = null;
  }

  const rows = field.files.value;
  const faulty = rows.find(isFaulty);
  return (
    <>
      {remark.value && (
        <p class="af-notice">
          <Icon shape={infoShape} />
          {remarkText(messages, remark.value)}
        </p>
      )}
      <div ref={list} class={rows.length > 0 ? kindOf(field) : undefined}>
        {rows.length > 0 && (
          <ul class="af-files">
            {rows.map((row) => (
              <FileItem key={row.id} {...props} row={row} isTold={row === faulty} onAct={forgetRemark} />
            ))}
          </ul>
        )}
      </div>
    </>
  );
}

/** One file and its place are one card; of several each has its own. */
const kindOf = ({ question }: Field) => (question.type === 'document' ? 'af-card' : 'af-cards');

const remarkText = (messages: Messages, { key, name }: Remark): string => messages.text(key, { name });

/** Milliseconds until the start of an upload is announced: of a quicker one only the end is. */
const patience = 1_000;

function useFileEvents(props: LazyFieldProps): void {
  const { field, screen, messages } = props;
  const fileEvents = useMemo(() => createFileEvents(field.files.peek()), [field]);
  const rows = field.files.value;
  const isBusy = rows.some((row) => row.progress.kind === 'uploading');

  useLayoutEffect(() => {
    const heard = fileEvents.next(rows);
    if (heard.length > 0)
      announce(screen, ...heard.map((piece) => fileEventText(messages, limitsOf(props), piece)));
  }, [rows]);

  useLayoutEffect(() => {
    if (!isBusy) return;
    const timer = setTimeout(() => {
      const begun = fileEvents.begun(field.files.peek());
      if (begun) announce(screen, fileEventText(messages, limitsOf(props), begun));
    }, patience);
    return () => clearTimeout(timer);
  }, [isBusy]);
}
