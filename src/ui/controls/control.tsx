import type { VNode } from 'preact';
import { drawDate } from '../dates/date.tsx';
import { PhoneControl } from '../details/phone.tsx';
import { CountrySelect, StateSelect } from '../details/select.tsx';
import { drawBoolean, drawChoice } from './choice.tsx';
import type { ControlProps } from './control-props.ts';
import { FilesControl } from './files.tsx';
import { Notice } from './notice.tsx';
import { purposeOf } from './purpose.ts';
import { LineControl, LongTextControl, numberHelp, urlHelp } from './text.tsx';

/** The native control of each type of question; those typed into are components, because each key redraws them. */
export function drawControl(props: ControlProps): VNode | null {
  const question = props.field.shown;
  if (question.detail === 'phone') return <PhoneControl {...props} />;
  if (question.detail === 'country') return <CountrySelect {...props} />;
  if (question.detail === 'state_province') return <StateSelect {...props} />;
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
      return drawDate(props, purposeOf(props.field));
    case 'boolean':
      return drawBoolean(props);
    case 'multiple_choice':
      return drawChoice({ ...props, question });
    case 'document':
    case 'multi_document':
      return <FilesControl {...props} />;
    case 'unknown':
      return <Notice screen={props.screen} />;
  }
}
