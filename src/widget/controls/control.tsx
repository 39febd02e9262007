import { unreachable } from '../../model/outcome.ts';
import type { FieldProps } from '../screen.ts';
import { BooleanControl } from './boolean.tsx';
import { ChoiceControl } from './choice.tsx';
import { DateControl, DateRangeControl } from './date.tsx';
import { FilesControl } from './files.tsx';
import { Notice } from './notice.tsx';
import { LongTextControl, NumberControl, ShortTextControl, UrlControl } from './text.tsx';

export interface ControlProps extends FieldProps {
  /** Ids of what describes the control. */
  readonly described: string;
}

/** The native control of each type of question. */
export function drawControl(props: ControlProps) {
  const question = props.field.shown;
  switch (question.type) {
    case 'short_text':
      return <ShortTextControl {...props} />;
    case 'long_text':
      return <LongTextControl {...props} />;
    case 'url':
      return <UrlControl {...props} />;
    case 'number':
      return <NumberControl {...props} />;
    case 'date':
      return <DateControl {...props} />;
    case 'date_range':
      return <DateRangeControl {...props} />;
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
