interface Writing {
  readonly locale: string;
}

/** "A, B, C". */
export const allOf = ({ locale }: Writing, words: readonly string[]): string =>
  new Intl.ListFormat(locale, { type: 'unit' }).format(words);

/** "A, B or C". */
export const anyOf = ({ locale }: Writing, words: readonly string[]): string =>
  new Intl.ListFormat(locale, { type: 'disjunction' }).format(words);
