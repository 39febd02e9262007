import type { SessionLink } from '../session-link.ts';

/** An application of a person who asks for a link, with what distinguishes it from the others. */
export interface FoundApplication {
  readonly id: string;
  /** Id; null: the service names none. */
  readonly job: string | null;
  /** null: the service does not allow us to read it. */
  readonly title: string | null;
  /** Its name, else its id. */
  readonly stage: string | null;
  /** The date-time as the service wrote it. */
  readonly applied: string | null;
  readonly state: 'open' | 'rejected' | 'hired';
  /** Its form is reported as closed (`closedWhen` of the tenant). */
  readonly isClosed: boolean;
}

export interface LinkedApplication extends FoundApplication {
  /** null: there is none, and `fault` says why. */
  readonly link: SessionLink | null;
  readonly fault: string | null;
}

export const nameOfJob = ({ title, job }: FoundApplication): string => title ?? job ?? 'unknown';
