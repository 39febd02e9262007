/** Test titles are compared without files, which move, and without the ids of the service's features at their ends. */

export interface Comparison {
  /** Titles that stood before, stand no more and have no reason. */
  readonly missing: readonly string[];
  /** Titles that stand no more, with the reason. */
  readonly explained: readonly (readonly [title: string, reason: string])[];
  readonly added: readonly string[];
  /** Reasons for titles that still stand. */
  readonly unused: readonly string[];
}

/** A reason for `describe > *` is one for every test in that block. */
export type Reasons = Readonly<Record<string, string>>;

/** Why titles stand no more; a new name counts only if it stands. */
export interface VanishedTitles {
  /** Paths at the start of a title, before and after the move. */
  readonly files: Reasons;
  readonly renamed: Reasons;
  readonly gone: Reasons;
}

export function reasonsFor(
  before: readonly string[],
  after: readonly string[],
  { files, renamed, gone }: VanishedTitles,
): Reasons {
  const standing = new Set(after.map(withoutIds));
  const named = before.map(withoutIds).flatMap((title) => {
    const moved = title.replace(/^\S+/, (path) => files[path] ?? path);
    const name = renamed[title] ?? moved;
    return name !== title && standing.has(withoutIds(name)) ? [[title, `Now: ${name}`] as const] : [];
  });
  return { ...gone, ...Object.fromEntries(named) };
}

export const withoutIds = (title: string): string =>
  title.replace(/(\s*\[[^[\]]*\])+$/, '').replace(NOW, 'DATE');

/** Some titles carry the time at which they were listed. */
const NOW = /\w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} GMT/g;

/** A title that several tests have counts as often as they have it. */
export function compareTitles(
  before: readonly string[],
  after: readonly string[],
  reasons: Reasons,
): Comparison {
  const gone = subtract(before, after);
  const keys = gone.map((title) => reasonKey(title, reasons));
  return {
    missing: gone.filter((_, index) => keys[index] === null),
    explained: gone.flatMap((title, index) => {
      const reason = reasons[keys[index] ?? ''];
      return reason === undefined ? [] : [[title, reason] as const];
    }),
    added: subtract(after, before),
    unused: Object.keys(reasons).filter((key) => !keys.includes(key)),
  };
}

function subtract(titles: readonly string[], others: readonly string[]): readonly string[] {
  const left = new Map<string, number>();
  for (const title of others.map(withoutIds)) left.set(title, (left.get(title) ?? 0) + 1);
  return titles.map(withoutIds).filter((title) => {
    const count = left.get(title) ?? 0;
    left.set(title, count - 1);
    return count <= 0;
  });
}

function reasonKey(title: string, reasons: Reasons): string | null {
  if (Object.hasOwn(reasons, title)) return title;
  const parts = title.split(' > ');
  const blocks = parts.map((_, index) => `${parts.slice(0, index).join(' > ')} > *`).slice(1);
  return blocks.find((block) => Object.hasOwn(reasons, block)) ?? null;
}
