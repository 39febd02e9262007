import type { LiveForm } from './facts.ts';

/** Somebody can fill it in, or has. */
export const isStanding = (live: LiveForm | null): boolean =>
  live !== null && /^(ready|sending|received|complete|attention)$/.test(live.state ?? '');
