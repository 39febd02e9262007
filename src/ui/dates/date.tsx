import type { ControlProps } from '../controls/control-props.ts';
import type { Help } from '../controls/purpose.ts';
import type { Screen } from '../screen.ts';
import { DateControl, isBirthDate } from './date-control.tsx';

/** A wheel suits a thumb, but not the way back to a year of birth. */
export const isTyped = ({ hasFinePointer }: Pick<Screen, 'hasFinePointer'>, help: Help): boolean =>
  isBirthDate(help) || hasFinePointer;

export const drawDate = (props: ControlProps, help: Help) => (
  <DateControl {...props} help={help} isTyped={isTyped(props.screen, help)} />
);
