import { useLayoutEffect } from 'preact/hooks';
import type { FileRow } from '../../form/contract.ts';
import { formatPercent } from '../../locale/formats-later.ts';
import type { Messages } from '../../locale/messages.ts';
import { unreachable } from '../../model/outcome.ts';
import { Icon, type Shape } from '../icon.tsx';
import { againShape, alertShape, crossShape, fileShape, tickShape } from '../icon-shapes.ts';
import type { FieldProps, Screen } from '../screen.ts';
import { focusControl } from './focus.ts';

interface FileItemProps extends FieldProps {
  readonly row: FileRow;
  readonly messages: Messages;
}

/** A file with its name, size, state and what can be done with it. */
export function FileItem(props: FileItemProps) {
  const { row, screen, messages } = props;
  const { progress } = row;
  const state = stateText(messages, screen, row);
  const faulty = progress.kind === 'rejected' || progress.kind === 'failed';

  useLayoutEffect(() => {
    if (progress.kind !== 'uploading') screen.announcement.value = `${row.name}: ${state}`;
  }, [progress.kind]);

  return (
    <li class="file" part="file" data-faulty={faulty || undefined}>
      <Icon shape={faulty ? alertShape : progress.kind === 'staged' ? tickShape : fileShape} />
      <span class="words">
        <span class="name" dir="auto">
          {row.name}
        </span>
        <small>
          {messages.formatSize(row.size)} · {state}
        </small>
        {progress.kind === 'uploading' && <progress max={1} value={progress.done} aria-label={row.name} />}
      </span>
      <FileButtons {...props} />
    </li>
  );
}

function FileButtons({ row, field, screen, messages }: FileItemProps) {
  const { id } = field.question;
  // What is pressed may go with what it does: focus stays in the question.
  const button = (shape: Shape, action: string, act: () => void) => (
    <button
      type="button"
      class="link"
      aria-label={messages.text('file.of', { action, name: row.name })}
      onClick={(event) => {
        focusControl(event.currentTarget);
        act();
      }}
    >
      <Icon shape={shape} />
      {action}
    </button>
  );
  return (
    <span class="buttons">
      {row.progress.kind === 'failed' &&
        button(againShape, messages.text('file.retry'), () => screen.actions.retryFile(id, row.id))}
      {button(
        crossShape,
        messages.text(row.progress.kind === 'uploading' ? 'file.cancel' : 'file.remove'),
        () => screen.actions.detach(id, row.id),
      )}
    </span>
  );
}

function stateText(messages: Messages, screen: Screen, { progress }: FileRow): string {
  switch (progress.kind) {
    case 'uploading':
      return messages.text('file.uploading', { percent: formatPercent(messages, progress.done) });
    case 'staged':
      return messages.text('file.staged');
    case 'failed':
      return messages.text('file.failed');
    case 'rejected': {
      const bytes = screen.limits?.bytes;
      if (progress.code !== 'file_too_large') return messages.text(`file.${progress.code}`);
      if (!bytes) return messages.text('file.file_too_large_unknown');
      return messages.text('file.file_too_large', { size: messages.formatSize(bytes) });
    }
    default:
      return unreachable(progress);
  }
}
