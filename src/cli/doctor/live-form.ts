import type { LiveForm } from './facts.ts';

/** The form can be filled in, or has been. */
export const isStanding = (live: LiveForm | null): boolean =>
  live !== null && /^(ready|sending|received|complete|attention)$/.test(live.state ?? '');
