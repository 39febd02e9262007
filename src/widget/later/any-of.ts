/** "A, B or C". */
export const anyOf = ({ locale }: { readonly locale: string }, words: readonly string[]): string =>
  new Intl.ListFormat(locale, { type: 'disjunction' }).format(words);
