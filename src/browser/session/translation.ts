/** Changes the language of a form while it is being filled in: sentences and texts change, nothing else does. */

import { batch } from '../../form/signals.ts';
import type { Renewal } from '../proxy/connection.ts';
import type { LoadedForm } from '../proxy/from-document.ts';
import type { Page } from '../proxy/page.ts';
import type { FillingTools } from './filling.ts';

interface TranslationTools extends Pick<FillingTools, 'speech' | 'loadLanguage' | 'page' | 'read'> {
  readonly renewal: Renewal;
}

export function createTranslation({
  renewal,
  speech,
  loadLanguage,
  page,
  read,
}: TranslationTools): () => Promise<void> {
  /** Counts translations, so that after two switches the second language wins, whichever loads first. */
  let turn = 0;

  /** null: there are none for this form. undefined: they cannot be read now. */
  async function readTexts(before: Page | null): Promise<LoadedForm['tree'] | null | undefined> {
    if (before === null) return null;
    const outcome = await renewal.authorised(read);
    if (!outcome.ok) return undefined;
    // The questions are different: the proxy reports that on sending, and the form is then loaded in this language.
    return outcome.value.meta.revision === before.meta.revision ? outcome.value.tree : null;
  }

  return async () => {
    turn += 1;
    const own = turn;
    const before = page();
    const [wanted, tree] = await Promise.all([loadLanguage(), readTexts(before)]);
    // Screen readers would mispronounce texts in one language among sentences in another.
    if (own !== turn || wanted === null || tree === undefined) return;
    batch(() => {
      speech.value = wanted;
      if (tree !== null && page() === before) before?.form.reword(tree);
    });
  };
}
