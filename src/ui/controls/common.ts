import type { ControlProps } from './control.tsx';

/** Attributes that every single control of a question carries. */
export function controlAttributes({ field, ids, described }: ControlProps) {
  return {
    id: ids.control,
    part: 'control',
    'aria-describedby': described,
    'aria-required': field.question.required || undefined,
    'aria-invalid': field.error.value !== null || undefined,
  };
}
