/** The operator's key: in the memory of this page alone, and only while the page is in use. */

/** Milliseconds without use after which the key is forgotten: 15 minutes. */
export const IDLE = 900_000;

export interface HeldKey {
  /** null: none is held, or it was left unused for too long. */
  read(): string | null;
  hold(key: string): void;
  /** The page is in use. */
  touch(): void;
  forget(): void;
}

/** @param now milliseconds */
export function createHeldKey(now: () => number): HeldKey {
  let held: string | null = null;
  let usedAt = 0;
  const keep = (key: string | null) => {
    held = key;
    usedAt = now();
  };
  // A machine that slept runs no timer, so the age is asked at each use too.
  const forgetUnused = () => {
    if (held === null || now() - usedAt < IDLE) return false;
    keep(null);
    return true;
  };
  return {
    read() {
      forgetUnused();
      return held;
    },
    hold: keep,
    touch() {
      if (!forgetUnused()) usedAt = now();
    },
    forget: () => keep(null),
  };
}
