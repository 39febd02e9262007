import type { FileRow, FormActions } from '../../form/contract.ts';
import { isFaulty } from '../../form/file-rows.ts';
import { focusQuestion } from '../focus/focus-field.ts';
import { Icon, type Shape } from '../icon/icon.tsx';
import { againShape, alertShape, crossShape, fileShape, tickShape } from '../icon/icon-shapes.ts';
import { shortName, titled } from '../question/title-of.ts';
import { elementIds, type LazyFieldProps } from '../screen.ts';
import { limitsOf, stateText } from './file-messages.ts';

interface FileItemProps extends LazyFieldProps {
  readonly row: FileRow;
  /** What is wrong with it is the error of its question. */
  readonly isTold: boolean;
  /** One of its buttons was pressed. */
  readonly onAct: () => void;
}

/** A file with its name, size, state and what can be done with it. */
export function FileItem(props: FileItemProps) {
  const { row, field, screen, messages, isTold } = props;
  const { progress } = row;
  const faulty = isFaulty(row);
  return (
    <li class="af-file" part="file" data-faulty={faulty || undefined}>
      <Icon shape={faulty ? alertShape : progress.kind === 'staged' ? tickShape : fileShape} />
      <span class="af-words">
        <span class="af-name" dir="auto" title={row.name}>
          {shortName(row.name)}
        </span>
        <small id={isTold ? elementIds(screen, field).error : undefined}>
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
  const button = (shape: Shape, action: string, act: FormActions['detach']) => (
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
      <Icon shape={shape} />
      {action}
    </button>
  );
  return (
    <span class="af-buttons">
      {kind === 'failed' && button(againShape, messages.text('file.retry'), screen.actions.retryFile)}
      {button(
        crossShape,
        messages.text(kind === 'uploading' ? 'file.cancel' : 'file.remove'),
        screen.actions.detach,
      )}
    </span>
  );
}
