/** Argument parsing that the commands share. */

export const wantsHelp = (args: readonly string[]): boolean =>
  args.some((one) => one === '--help' || one === '-h');

/** `--seed -5` is a wrong value, not another option: the two are joined so that it is reported as one. */
export function joinNegatives(args: readonly string[]): string[] {
  const joined: string[] = [];
  for (const one of args) {
    const before = joined.at(-1) ?? '';
    if (/^-\d/.test(one) && /^--[a-z]+$/.test(before)) joined.splice(-1, 1, `${before}=${one}`);
    else joined.push(one);
  }
  return joined;
}

/** The first line of the message, with a full stop. */
export function sentenceOf(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  return line.endsWith('.') ? line : `${line}.`;
}
