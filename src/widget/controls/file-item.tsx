import { useEffect } from 'preact/hooks';
import type { FileRow } from '../../form/contract.ts';
import type { Messages } from '../../locale/messages.ts';
import { unreachable } from '../../model/outcome.ts';
import { focusField } from '../focus.ts';
import { Icon, type IconName } from '../icon.tsx';
import type { FieldProps, Screen } from '../screen.ts';

interface FileItemProps extends FieldProps {
  readonly row: FileRow;
}

/** A file with its name, size, state and what can be done with it. */
export function FileItem({ row, field, screen }: FileItemProps) {
  const messages = screen.messages.value;
  const { progress } = row;
  const state = stateText(messages, screen, row);
  const faulty = progress.kind === 'rejected' || progress.kind === 'failed';

  useEffect(() => {
    if (progress.kind !== 'uploading') screen.announcement.value = `${row.name}: ${state}`;
  }, [progress.kind]);

  return (
    <li class="file" part="file" data-faulty={faulty || undefined}>
      <Icon name={faulty ? 'alert' : progress.kind === 'staged' ? 'tick' : 'file'} />
      <span class="words">
        <span class="name" dir="auto">
          {row.name}
        </span>
        <small>
          {messages.formatSize(row.size)} · {state}
        </small>
        {progress.kind === 'uploading' && <progress max={1} value={progress.done} aria-label={row.name} />}
      </span>
      <FileButtons row={row} field={field} screen={screen} />
    </li>
  );
}

function FileButtons({ row, field, screen }: FileItemProps) {
  const messages = screen.messages.value;
  const { id } = field.question;
  const button = (icon: IconName, action: string, act: (near: Element) => void) => (
    <button
      type="button"
      class="link"
      aria-label={messages.text('file.of', { action, name: row.name })}
      onClick={(event) => act(event.currentTarget)}
    >
      <Icon name={icon} />
      {action}
    </button>
  );
  return (
    <span class="buttons">
      {row.progress.kind === 'failed' &&
        button('again', messages.text('file.retry'), () => screen.actions.retryFile(id, row.id))}
      {button(
        'cross',
        messages.text(row.progress.kind === 'uploading' ? 'file.cancel' : 'file.remove'),
        (near) => {
          focusField(near, screen, field);
          screen.actions.detach(id, row.id);
        },
      )}
    </span>
  );
}

function stateText(messages: Messages, screen: Screen, { progress }: FileRow): string {
  switch (progress.kind) {
    case 'uploading':
      return messages.text('file.uploading', { percent: messages.formatPercent(progress.done) });
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
