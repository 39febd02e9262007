import type { Field } from '../../form/contract.ts';

/** Attributes that choose the on-screen keyboard and let the browser fill in the field. */
export interface Help {
  readonly inputMode?: 'email' | 'tel' | 'url' | 'decimal' | undefined;
  readonly autoComplete?: string;
  readonly autoCapitalize?: 'none' | 'words';
  readonly spellcheck?: boolean;
  readonly class?: string;
}

const tokens = [
  'name',
  'given-name',
  'family-name',
  'address-level2',
  'postal-code',
  'country-name',
  'bday',
] as const;

/**
 * Canonical titles that plainly ask for something of the applicant's own, each as a whole; a group for e-mail, for
 * telephone, and for each token.
 */
const titles =
  /^(your )?(?:(e-?mail(?: address)?)|((?:(?:mobile|tele)? ?phone|mobile)(?: number)?)|((?:full )?name)|((?:first|given) name)|((?:last|family) name|surname)|(city|town|town or city)|(post ?code|postal code|zip(?: code)?)|(country)|(date of birth))[?:* ]*$/i;

/**
 * What a browser can fill in (WCAG 1.3.5). Below another question "Name" may mean another person's, so there it must
 * say "your".
 */
export function purposeOf({ question, parent }: Field): Help {
  if (question.autofill) return { autoComplete: question.autofill };
  const [, own, email, tel, ...found] = titles.exec(question.canonicalTitle) ?? [];
  const inputMode = email ? 'email' : tel ? 'tel' : undefined;
  const autoComplete = inputMode ?? tokens[found.findIndex(Boolean)];
  if (!autoComplete || (parent && !own)) return {};
  return { autoComplete, autoCapitalize: inputMode ? 'none' : 'words', spellcheck: false, inputMode };
}
