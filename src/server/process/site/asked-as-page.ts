/** Whether a request is for the page at an address that has an API too. */

/** Of a request; a header that it has not is null or undefined. */
export interface AskingHeaders {
  readonly accept: string | null | undefined;
  readonly authorization: string | null | undefined;
}

/** The kinds in which the API answers. */
const api = ['application/vnd.api+json', 'application/json'];

/**
 * Only where HTML is wanted more than the API's own kind, as by the navigation of a browser. A request with a key is a
 * program's, whatever it accepts: some libraries ask for HTML unless they are told otherwise.
 */
export function isAskedAsPage({ accept, authorization }: AskingHeaders): boolean {
  if (typeof authorization === 'string') return false;
  const accepted = readAccept(accept ?? '');
  const page = accepted.get('text/html') ?? 0;
  return page > Math.max(...api.map((kind) => weightOf(accepted, kind)));
}

const weightOf = (accepted: ReadonlyMap<string, number>, kind: string): number =>
  accepted.get(kind) ?? accepted.get('application/*') ?? accepted.get('*/*') ?? 0;

/** Characters of the header that are read: twice what any browser sends. */
const LONGEST = 1_000;

/** Weights by kind; one that cannot be read counts as none. */
function readAccept(header: string): ReadonlyMap<string, number> {
  const parts = header.slice(0, LONGEST).toLowerCase().split(',');
  return new Map(
    parts.map((part) => {
      const [kind = '', ...rest] = part.split(';').map((one) => one.trim());
      const weight = rest.find((one) => one.startsWith('q='))?.slice(2);
      return [kind, weight === undefined ? 1 : readWeight(weight)];
    }),
  );
}

const readWeight = (text: string): number =>
  /^[01](\.\d{0,3})?$/.test(text) ? Math.min(1, Number(text)) : 0;
