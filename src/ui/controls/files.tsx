import type { TargetedEvent } from 'preact';
import { withOtherEndings } from '../../core/model/file-endings.ts';
import { Icon } from '../icon/icon.tsx';
import { uploadShape } from '../icon/icon-shapes.ts';
import { type ControlProps, controlAttributes } from './control-props.ts';

/**
 * The dashed area is the file input itself, stretched over it and transparent: a click, a key and a drop all
 * reach the native control. Once it is loaded, `FileList` takes what is chosen, dropped or pasted.
 */
export function FilesControl(props: ControlProps) {
  const { field, screen, ids } = props;
  const attributes = controlAttributes(props);
  const lazy = screen.lazy.value;
  const several = field.question.type === 'multi_document';
  const limits = field.question.limits ?? screen.limits;

  function onChange({ currentTarget: input }: TargetedEvent<HTMLInputElement>): void {
    const files = [...(input.files ?? [])];
    input.value = '';
    screen.actions.attach(field.question.id, files);
  }

  return (
    <>
      {lazy && <lazy.FileList field={field} screen={screen} messages={lazy.messages} />}
      <div class="af-drop" part="control">
        <input
          type="file"
          {...attributes}
          aria-labelledby={ids.label}
          aria-describedby={`${ids.hint} ${attributes['aria-describedby']}`}
          multiple={several}
          accept={(limits && withOtherEndings(limits.types).join(',')) || undefined}
          onChange={lazy ? undefined : onChange}
        />
        <Icon shape={uploadShape} />
        <span class="af-words" id={ids.hint}>
          {drawText(props, several, limits?.bytes)}
        </span>
      </div>
    </>
  );
}

function drawText({ field, screen }: ControlProps, several: boolean, bytes?: number | null) {
  const messages = screen.messages.value;
  const further = field.files.value.length > 0 && screen.lazy.value?.messages;
  return (
    <>
      <b>
        {further
          ? further.text(several ? 'file.more' : 'file.replace')
          : messages.text(several ? 'file.chooseSeveral' : 'file.chooseOne')}
      </b>{' '}
      <span>{messages.text(several && !further ? 'file.dropSeveral' : 'file.drop')}</span>
      {bytes && (
        <small>
          {messages.text(several ? 'file.limit' : 'file.limitOne', { size: messages.formatSize(bytes) })}
        </small>
      )}
    </>
  );
}
