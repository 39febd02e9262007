/** How the places of a tenant's submissions under way are shared: known applicants never find all of them taken, nor do visitors. */
import type { ApplicantKind, StoredRecord } from './ledger-store.ts';

/** Submissions under way. */
export type Taken = Readonly<Record<ApplicantKind, number>>;

/** What may be taken up next: so many, of this kind, or of both with known applicants first. */
export interface Room {
  readonly kind: ApplicantKind | 'both';
  readonly most: number;
}

/** Of so many places one is kept for each kind. */
const [OF_KNOWN, OF_VISITORS] = [4, 5];

export const kindOf = ({ turn }: Pick<StoredRecord, 'turn'>): ApplicantKind =>
  turn === 0 ? 'known' : 'visitor';

/** What is left when visitors take nothing more. */
export const freePlaces = (places: number, { known, visitor }: Taken): number => places - known - visitor;

/** @returns null: all places are taken */
export function nextRoom(places: number, taken: Taken): Room | null {
  const free = freePlaces(places, taken);
  if (free <= 0) return null;
  const forVisitors = Math.min(free, places - Math.floor(places / OF_KNOWN) - taken.visitor);
  if (forVisitors <= 0) return { kind: 'known', most: free };
  const kept = Math.max(0, Math.floor(places / OF_VISITORS) - taken.visitor);
  return free > kept
    ? { kind: 'both', most: Math.min(free - kept, forVisitors) }
    : { kind: 'visitor', most: forVisitors };
}

/** Whether another one of this kind may wait for a place. */
export const isCrowded = (places: number, taken: Taken, kind: ApplicantKind): boolean => {
  const room = nextRoom(places, taken);
  return room === null || (kind === 'visitor' && room.kind === 'known');
};
