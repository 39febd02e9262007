import type { Field } from '../../form/contract.ts';
import { elementIds } from '../screen.ts';
import type { ControlProps } from './control.tsx';

/** Attributes that every single control of a question carries. */
export function controlAttributes({ field, screen, described }: ControlProps) {
  return {
    id: elementIds(screen, field).control,
    part: 'control',
    'aria-describedby': described,
    'aria-required': field.question.required || undefined,
    'aria-invalid': field.error.value !== null || undefined,
  };
}

/** Whether "Clear answer" is of use: an answer that the control itself offers no way to take back. */
export const isClearable = (field: Field): boolean => !field.question.required && field.entry.value !== null;
