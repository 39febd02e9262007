import { useSignal } from '@preact/signals';
import { Icon } from '../icon.tsx';
import { uploadShape } from '../icon-shapes.ts';
import { elementIds } from '../screen.ts';
import { controlAttributes } from './common.ts';
import type { ControlProps } from './control.tsx';

/**
 * The dashed area is the file input itself, stretched over it and transparent: a click, a key and a drop all
 * reach the native control.
 */
export function FilesControl(props: ControlProps) {
  const { field, screen } = props;
  const over = useSignal(false);
  const rows = field.files.value;
  const later = screen.later.value;

  function leave(): void {
    over.value = false;
  }

  function onChange({ currentTarget: input }: { readonly currentTarget: HTMLInputElement }): void {
    const files = [...(input.files ?? [])];
    input.value = '';
    leave();
    if (files.length === 0) return;
    // A single file is replaced by the next choice.
    if (field.question.type === 'document')
      for (const row of field.files.peek()) screen.actions.detach(field.question.id, row.id);
    screen.actions.attach(field.question.id, files);
  }

  return (
    <>
      <div
        class="drop"
        part="control"
        data-over={over.value || undefined}
        data-filled={rows.length > 0 || undefined}
      >
        <input
          type="file"
          {...controlAttributes(props)}
          aria-labelledby={elementIds(screen, field).label}
          multiple={field.question.type === 'multi_document'}
          accept={screen.limits?.types.join(',') || undefined}
          onChange={onChange}
          onDragEnter={() => {
            over.value = true;
          }}
          onDragLeave={leave}
          onDrop={leave}
        />
        <Icon shape={uploadShape} />
        <DropWords {...props} />
      </div>
      {later && rows.length > 0 && (
        <ul class="files">
          {rows.map((row) => (
            <later.FileItem key={row.id} row={row} field={field} screen={screen} messages={later.messages} />
          ))}
        </ul>
      )}
    </>
  );
}

function DropWords({ field, screen }: ControlProps) {
  const messages = screen.messages.value;
  const later = screen.later.value;
  const several = field.question.type === 'multi_document';
  const filled = field.files.value.length > 0;
  const bytes = screen.limits?.bytes;
  const size = bytes ? messages.formatSize(bytes) : null;
  return (
    <span class="words">
      <b>
        {later && filled
          ? later.messages.text(several ? 'file.more' : 'file.replace')
          : messages.text(several ? 'file.chooseSeveral' : 'file.chooseOne')}
      </b>{' '}
      {messages.text(several ? 'file.dropSeveral' : 'file.drop')}
      {size && <small>{messages.text(several ? 'file.limit' : 'file.limitOne', { size })}</small>}
    </span>
  );
}
