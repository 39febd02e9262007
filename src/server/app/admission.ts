/** A cap on requests that are open at once: who comes beyond it is refused before the body is read. */

/** What only reads has a cap of its own, so that it keeps no receipt out. */
const MOST_OPEN = 256;

/** Ends the stay of one request; called again it does nothing. */
export type Leave = () => void;

export interface Admission {
  /** null: too many are open. */
  enter(method: string, path: string): Leave | null;
}

export function createAdmission(most: number = MOST_OPEN): Admission {
  const open = { receipts: 0, others: 0 };
  return {
    enter(method, path) {
      const kind = kindOf(method, path);
      if (kind === null) return () => undefined;
      if (open[kind] >= most) return null;
      open[kind] += 1;
      let isHere = true;
      return () => {
        if (isHere) open[kind] -= 1;
        isHere = false;
      };
    },
  };
}

/** null: no cap. Uploads last as long as their line needs, and have bounds of their own. */
function kindOf(method: string, path: string): 'receipts' | 'others' | null {
  if (method === 'POST' && path === '/submissions') return 'receipts';
  return /^\/(?:sessions|submissions|api)(?:\/|$)/.test(path) && method !== 'OPTIONS' ? 'others' : null;
}

/** Seconds, at most so many more: those who are refused at one moment should not come back at one. */
const [RETRY, SPREAD] = [2, 6];

export const retryAfter = (): number => RETRY + Math.round(SPREAD * Math.random());
