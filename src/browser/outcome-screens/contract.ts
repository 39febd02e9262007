/** What the form knows of the file with the screens of what became of it. Types alone. */
import type { Catalogue, OutcomeKey } from '../../locale/catalogue.ts';
import type { Messages } from '../../locale/messages.ts';
import type { OutcomeScreensParts } from '../../ui/screen.ts';
import type { RichSettings } from '../element/settings.ts';

export interface OutcomeScreensFile {
  readonly parts: OutcomeScreensParts;
  /** @param words null: English, which comes with it; so do they while another language is on its way. */
  wordsIn(
    locale: string,
    words: Catalogue | null | undefined,
    own: RichSettings['messages'],
  ): Messages<OutcomeKey>;
}
