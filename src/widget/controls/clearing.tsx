import type { FieldProps } from '../screen.ts';

/** Below the control: what helps once there is an answer, as the way to take it back. */
export function drawClearing({ field, screen }: FieldProps) {
  const later = screen.later.value;
  return later && <later.BelowAnswer field={field} screen={screen} messages={later.messages} />;
}
