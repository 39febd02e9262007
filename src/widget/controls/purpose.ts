import type { Field } from '../../form/contract.ts';

/** The keyboard, and what a browser can do for the applicant. */
export interface Help {
  readonly inputMode?: 'email' | 'tel' | 'url' | 'decimal' | undefined;
  readonly autoComplete?: (typeof tokens)[number] | 'url' | 'off';
  readonly autoCapitalize?: 'none' | 'words';
  readonly spellcheck?: boolean;
  readonly class?: string;
}

const tokens = [
  'email',
  'tel',
  'name',
  'given-name',
  'family-name',
  'address-level2',
  'postal-code',
  'country-name',
  'bday',
] as const;

/** Canonical titles that plainly ask for something of the applicant's own, each as a whole; a group for each token. */
const titles =
  /^(your )?(?:(e-?mail(?: address)?)|((?:(?:mobile|tele)? ?phone|mobile)(?: number)?)|((?:full )?name)|((?:first|given) name)|((?:last|family) name|surname)|(city|town)|(post ?code|postal code|zip(?: code)?)|(country)|(date of birth))[?:]?$/i;

/** What the browser can fill in (WCAG 1.3.5). Below another question "Name" may be anybody's: there it has to say "your". */
export function purposeOf({ question, parent }: Field): Help {
  const [, own, ...found] = titles.exec(question.title) ?? [];
  const token = own || parent === null ? tokens[found.findIndex(Boolean)] : undefined;
  if (!token) return {};
  const inputMode = token === 'email' || token === 'tel' ? token : undefined;
  return { autoComplete: token, autoCapitalize: inputMode ? 'none' : 'words', spellcheck: false, inputMode };
}
