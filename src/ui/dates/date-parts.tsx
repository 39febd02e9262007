/** What draws dates and files; loaded with the first form that asks for one. */
import { FilesControl } from '../controls/files.tsx';
import type { DateParts } from '../screen.ts';
import { DateControl, isBirthDate } from './date-control.tsx';

/**
 * A wheel suits a thumb, but not the way back to a year of birth.
 * @param isFine whether a mouse or a pen is at hand
 */
export function createDateParts(isFine: () => boolean): DateParts {
  const isTyped: DateParts['isTyped'] = (help) => isBirthDate(help) || isFine();
  return {
    isTyped,
    drawFiles: (props) => <FilesControl {...props} />,
    drawDate: (props, help) => <DateControl {...props} help={help} isTyped={isTyped(help)} />,
  };
}
