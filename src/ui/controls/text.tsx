import { type ControlProps, controlAttributes } from './control-props.ts';
import type { Help } from './purpose.ts';
import { rememberDrawn } from './read-controls.ts';
import { useTypedText } from './typed-text.ts';

interface LineProps extends ControlProps {
  readonly kind: 'text' | 'url' | 'number';
  readonly help: Help;
}

export const urlHelp: Help = {
  inputMode: 'url',
  autoComplete: 'url',
  autoCapitalize: 'none',
  spellcheck: false,
};
export const numberHelp: Help = { inputMode: 'decimal', autoComplete: 'off', class: 'af-box af-short' };

export function LineControl(props: LineProps) {
  const typed = useTypedText(props, props.kind);
  const { help } = props;
  return (
    <input
      type="text"
      class="af-box"
      dir="auto"
      // Browsers remember what they fill in by it. Of a question it would be text from the service.
      name={props.field.question.detail && help.autoComplete}
      {...help}
      {...controlAttributes(props)}
      {...typed}
    />
  );
}

export function LongTextControl(props: ControlProps) {
  const { onBlur, ...typed } = useTypedText(props, 'text');
  const lazy = props.screen.lazy.value;
  return (
    <textarea
      class="af-box"
      rows={4}
      dir="auto"
      {...controlAttributes(props)}
      // At each drawing, so that text from elsewhere, such as a draft, is shown as a whole, too.
      ref={(area) => {
        lazy?.grow(area);
        rememberDrawn(area);
      }}
      {...typed}
    />
  );
}
