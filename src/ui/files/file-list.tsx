import { signal } from '@preact/signals';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { isFaulty } from '../../form/file-rows.ts';
import { announce } from '../announcements/announcer.ts';
import { blockOf } from '../focus/focus-field.ts';
import { Icon } from '../icon/icon.tsx';
import { infoShape } from '../icon/icon-shapes.ts';
import type { LazyFieldProps } from '../screen.ts';
import { FileItem } from './file-item.tsx';
import { createFileNews, uploadNews } from './file-news.ts';
import { listenForFiles, sortFiles } from './listen-for-files.ts';

/** The files of a question; takes those that are chosen, dropped anywhere on its block, or pasted in it. */
export function FileList(props: LazyFieldProps) {
  const { field, screen, messages } = props;
  const list = useRef<HTMLDivElement>(null);
  const remark = useMemo(() => signal(''), []);
  useFileNews(props);

  useLayoutEffect(() => {
    const block = list.current && blockOf(list.current);
    if (!block) return;
    return listenForFiles(block, (found) => {
      const [files, refused] = sortFiles(field, found);
      remark.value = refused ? messages.text(refused.key, { name: refused.name }) : '';
      if (refused) announce(screen, remark.value);
      if (files.length > 0) screen.actions.attach(field.question.id, files);
    });
  }, [field, screen, messages]);

  const rows = field.files.value;
  const faulty = rows.find(isFaulty);
  return (
    <>
      {remark.value && (
        <p class="af-notice">
          <Icon shape={infoShape} />
          {remark.value}
        </p>
      )}
      <div ref={list} class={rows.length > 0 ? 'af-cards' : undefined}>
        {rows.length > 0 && (
          <ul class="af-files">
            {rows.map((row) => (
              <FileItem
                key={row.id}
                {...props}
                row={row}
                isTold={row === faulty}
                onAct={() => (remark.value = '')}
              />
            ))}
          </ul>
        )}
      </div>
    </>
  );
}

/** Milliseconds until the first word of an upload that goes on; the next one comes after twice as long, and so on. */
const PATIENCE = 1_000;

function useFileNews(props: LazyFieldProps): void {
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
