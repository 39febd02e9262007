/** How the places of a tenant's submissions under way are given out: known applicants never find all of them taken by visitors. */

/** Submissions under way. */
export interface Taken {
  readonly known: number;
  readonly visitors: number;
}

/** What may be taken up next: so many, of known applicants alone, or of both with these first. */
export interface Room {
  readonly isOfKnown: boolean;
  readonly most: number;
}

/** One of so many places is no visitor's. */
const OF_KNOWN = 4;

/** @returns null: all places are taken */
export function nextRoom(places: number, { known, visitors }: Taken): Room | null {
  const free = places - known - visitors;
  if (free <= 0) return null;
  const forVisitors = places - Math.floor(places / OF_KNOWN) - visitors;
  return forVisitors > 0
    ? { isOfKnown: false, most: Math.min(free, forVisitors) }
    : { isOfKnown: true, most: free };
}

/** Whether another one may wait for a place of this one. */
export function isCrowded(places: number, taken: Taken, isVisitor: boolean): boolean {
  const room = nextRoom(places, taken);
  return room === null || (isVisitor && room.isOfKnown);
}
