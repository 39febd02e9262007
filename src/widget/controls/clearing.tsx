import type { FieldProps } from '../screen.ts';

/** Where an answer can be taken back that the control itself offers no way to take back. */
export function drawClearing({ field, screen }: FieldProps) {
  const later = screen.later.value;
  return later && <later.ClearButton field={field} screen={screen} messages={later.messages} />;
}
