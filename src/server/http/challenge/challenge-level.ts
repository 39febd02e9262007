/** What a visitor's submission has to cost. It refuses none: whatever is solved is taken. */

/** How a form was filled in, in counts alone; null: the client does not say, as clients other than the form. */
export interface Filling {
  /** Whole seconds from the form being ready until it was sent. */
  readonly seconds: number;
  /** Keys, presses and input that the browser vouches for; the form counts the first alone. */
  readonly events: number;
  /** Characters in a field that no person sees and no autofill knows. */
  readonly hidden: number;
}

export interface Signs {
  readonly filling: Filling | null;
  /** The queue is under pressure, or this address sends much. */
  readonly raised: boolean;
}

export type ChallengeLevel = 'none' | 'normal' | 'hard';

/** Seconds. */
const INSTANT = 5;

/**
 * A filled hidden field is a script's, and so is a form that was sent at once and without one event. Neither counts
 * alone: autofill, prefill, drafts and paste are fast, but end with a press; some programs for voice or with one's eyes
 * press by script, but not at once.
 */
function scoreOf({ seconds, events, hidden }: Filling): number {
  if (hidden > 0) return 2;
  return events === 0 && seconds < INSTANT ? 1 : 0;
}

export function challengeLevel({ filling, raised }: Signs): ChallengeLevel {
  const score = (filling === null ? 0 : scoreOf(filling)) + Number(raised);
  if (score === 0) return 'none';
  return score === 1 ? 'normal' : 'hard';
}
