/** Who of those that wait goes next: known applicants before visitors, and of each who came first. */

export type RequestKind = 'read' | 'write';

export interface Waiter {
  readonly kind: RequestKind;
  readonly isVisitor: boolean;
  go(): void;
}

export interface WaitingLine {
  add(waiter: Waiter): void;
  remove(waiter: Waiter): void;
  /** Takes the next one out. @param kinds which may go at all */
  next(kinds: readonly RequestKind[]): Waiter | null;
  size(): number;
}

export function createWaitingLine(): WaitingLine {
  const [known, visitors] = [new Set<Waiter>(), new Set<Waiter>()];
  const lineOf = ({ isVisitor }: Waiter) => (isVisitor ? visitors : known);
  return {
    add: (waiter) => void lineOf(waiter).add(waiter),
    remove: (waiter) => void lineOf(waiter).delete(waiter),
    next(kinds) {
      const next = [...known, ...visitors].find(({ kind }) => kinds.includes(kind));
      if (next !== undefined) lineOf(next).delete(next);
      return next ?? null;
    },
    size: () => known.size + visitors.size,
  };
}
