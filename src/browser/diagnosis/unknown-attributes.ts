import type { SessionHost } from '../contract.ts';
import { attributeNames } from '../element/settings.ts';

/** What every element may have, and what libraries add. */
const everyElements =
  /^(accesskey|autofocus|class|contenteditable|dir|draggable|enterkeyhint|exportparts|hidden|id|inert|inputmode|is|item\w+|nonce|part|popover|role|slot|spellcheck|style|tabindex|title|translate|xmlns)$|^(aria|data|hx|ng|v|x)-|^on|[^a-z-]/;

const known: readonly string[] = attributeNames;

/** One sentence for each, without its subject. */
export const unknownAttributes = ({ element }: Pick<SessionHost, 'element'>): readonly string[] =>
  [...(element?.attributes ?? [])]
    .filter(({ name }) => !known.includes(name) && !everyElements.test(name))
    .map(
      ({ name }) =>
        `does not know the attribute ${name} (data-apply-${name} of a script tag): it knows ${known.join(', ')}.`,
    );
