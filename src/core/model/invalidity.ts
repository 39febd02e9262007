/** Why an answer cannot be sent; `form` adds what only the live form knows, `locale` has a sentence for each. */
export type Invalidity =
  | { readonly code: 'required' }
  | { readonly code: 'unreadable_number' }
  /** More than 40 digits when written out. */
  | { readonly code: 'number_too_long' }
  | { readonly code: 'unreadable_date' }
  | { readonly code: 'range_incomplete'; readonly missing: 'from' | 'to' }
  | { readonly code: 'range_reversed' }
  | { readonly code: 'invalid_url' }
  | { readonly code: 'invalid_email' }
  /** Said by a sentence of the question's own, `Question.says`. */
  | { readonly code: 'own'; readonly sentence: string }
  /** A detail of more than `LONGEST_DETAIL` characters. */
  | { readonly code: 'too_long' }
  | { readonly code: 'not_an_option' }
  | { readonly code: 'too_few_options'; readonly minimum: number }
  | { readonly code: 'too_many_options'; readonly maximum: number };
