const endsInPunctuation = /\p{P}$/u;

/** What stands between the title of a question and words about it. */
export const titleEnd = (title: string): string => (endsInPunctuation.test(title) ? ' ' : ': ');

/** Words about a question, with its title. */
export const titled = ({ title }: { readonly title: string }, text: string): string =>
  title + titleEnd(title) + text;
