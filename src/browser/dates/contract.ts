/** What the form knows of the file that dates come with. Types alone. */
import type { Catalogue, ListsKey } from '../../locale/catalogue.ts';
import type { Messages } from '../../locale/messages.ts';
import type { DateParts } from '../../ui/screen.ts';

export interface DatesFile extends DateParts {
  readonly styles: string;
  /** The same with what draws long lists, in the words of the form. */
  readonly withLists: (wordsOver: (own: Catalogue<ListsKey>) => Messages<ListsKey>) => Promise<DatesFile>;
}
