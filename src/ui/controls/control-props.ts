import type { ElementIds, FieldProps } from '../screen.ts';
import { type Control, rememberDrawn } from './read-controls.ts';

export interface ControlProps extends FieldProps {
  readonly ids: ElementIds;
  /** Ids of what describes the control. */
  readonly described: string;
}

/** Attributes that every single control of a question carries. */
export function controlAttributes({ field, ids, described }: ControlProps) {
  return {
    id: ids.control,
    // A new function runs at each drawing.
    ref: (control: Control | null) => rememberDrawn(control),
    part: 'control',
    'aria-describedby': described,
    'aria-required': field.required || undefined,
    'aria-invalid': field.error.value !== null || undefined,
  };
}
