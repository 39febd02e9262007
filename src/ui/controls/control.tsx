import type { VNode } from 'preact';
import { drawBoolean, drawChoice } from './choice.tsx';
import type { ControlProps } from './control-props.ts';
import { Notice } from './notice.tsx';
import { purposeOf } from './purpose.ts';
import { LineControl, LongTextControl, numberHelp, urlHelp } from './text.tsx';

/** The native control of each type of question; those typed into are components, because each key redraws them. */
export const drawControl = (props: ControlProps): VNode | null =>
  props.screen.details.value?.drawControl(props) ?? drawUsual(props);

function drawUsual(props: ControlProps): VNode | null {
  const question = props.field.shown;
  switch (question.type) {
    case 'short_text':
      return <LineControl {...props} kind="text" help={purposeOf(props.field)} />;
    case 'url':
      return <LineControl {...props} kind="url" help={urlHelp} />;
    case 'number':
      return <LineControl {...props} kind="number" help={numberHelp} />;
    case 'long_text':
      return <LongTextControl {...props} />;
    case 'date':
    case 'date_range':
      return props.screen.dates.value?.drawDate(props, purposeOf(props.field)) ?? null;
    case 'boolean':
      return drawBoolean(props);
    case 'multiple_choice':
      return drawChoice({ ...props, question });
    case 'document':
    case 'multi_document':
      return props.screen.dates.value?.drawFiles(props) ?? null;
    case 'unknown':
      return <Notice screen={props.screen} />;
  }
}
