/** What the form knows of the file that dates come with. Types alone. */
import type { DateParts } from '../../ui/screen.ts';

export interface DatesFile extends DateParts {
  readonly styles: string;
}
