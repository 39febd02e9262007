import { unreachable } from '../../model/outcome.ts';
import type { FieldProps } from '../screen.ts';
import { BooleanControl } from './boolean.tsx';
import { ChoiceControl } from './choice.tsx';
import { DateControl } from './date.tsx';
import { FilesControl } from './files.tsx';
import { Notice } from './notice.tsx';
import { purposeOf } from './purpose.ts';
import { LineControl, LongTextControl, numberHelp, urlHelp } from './text.tsx';

export interface ControlProps extends FieldProps {
  /** Ids of what describes the control. */
  readonly described: string;
}

/** The native control of each type of question. */
export function drawControl(props: ControlProps) {
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
      return <DateControl {...props} />;
    case 'boolean':
      return <BooleanControl {...props} />;
    case 'multiple_choice':
      return <ChoiceControl {...props} question={question} />;
    case 'document':
    case 'multi_document':
      return <FilesControl {...props} />;
    case 'unknown':
      return <Notice screen={props.screen} message="notice.unknown" />;
    default:
      return unreachable(question);
  }
}
