/** A cap on requests that are open at once: who comes beyond it is refused before the body is read. */

/** What only reads has a cap of its own, so that it keeps no receipt out. */
const MOST_OPEN = 256;

/** One request that is open. */
export interface Stay {
  /** false: visitors have all the places that they may have, so this one has to leave. */
  countAsVisitor(): boolean;
  /** Called again it does nothing. */
  leave(): void;
}

export interface Admission {
  /** null: too many are open. */
  enter(method: string, path: string): Stay | null;
}

export function createAdmission(most: number = MOST_OPEN): Admission {
  const places = { receipts: createPlaces(most), others: createPlaces(most) };
  return {
    enter(method, path) {
      const kind = kindOf(method, path);
      return kind === null ? unbounded : places[kind]();
    },
  };
}

const unbounded: Stay = { countAsVisitor: () => true, leave: () => undefined };

/** A quarter is for applicants whom a back end vouches for. */
function createPlaces(most: number): () => Stay | null {
  const open = { all: 0, visitors: 0 };
  const mostVisitors = Math.ceil((most * 3) / 4);
  return () => {
    if (open.all >= most) return null;
    open.all += 1;
    let [here, visiting] = [1, 0];
    return {
      countAsVisitor() {
        if (visiting === 0 && open.visitors >= mostVisitors) return false;
        open.visitors += 1 - visiting;
        visiting = 1;
        return true;
      },
      leave() {
        open.all -= here;
        open.visitors -= visiting;
        [here, visiting] = [0, 0];
      },
    };
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
