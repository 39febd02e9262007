/** What the commands have in common when they read their arguments. */

export const wantsHelp = (args: readonly string[]): boolean =>
  args.some((one) => one === '--help' || one === '-h');

/** `--seed -5` is a value that is wrong, and no other option: joined, it is told as one. */
export function joinNegatives(args: readonly string[]): string[] {
  const joined: string[] = [];
  for (const one of args) {
    const before = joined.at(-1) ?? '';
    if (/^-\d/.test(one) && /^--[a-z]+$/.test(before)) joined.splice(-1, 1, `${before}=${one}`);
    else joined.push(one);
  }
  return joined;
}

/** What is wrong with the arguments, as `parseArgs` says it, in one sentence without its quotes and its advice. */
export function faultOfArguments(error: unknown): string {
  const [sentence = ''] = sentenceOf(error).split('. ');
  const bare = sentence.replaceAll("'", '');
  return bare.endsWith('.') ? bare : `${bare}.`;
}

/** The first line of it, with a full stop. */
export function sentenceOf(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  return line.endsWith('.') ? line : `${line}.`;
}
