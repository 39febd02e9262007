/** Reads where the applicant came from when the form is sent; loaded only for `auto`, or for an unusual value. */

/** Maximum characters sent to the service. */
const LONGEST = 100;

/** In order of priority. */
const parameters = ['utm_source', 'source'];

/**
 * A tracking value never prevents an application from being sent: what cannot be determined is left out.
 * @param given the attribute `source`
 */
export function readSource(given: string, warn: (sentence: string) => void): string | null {
  const found = given === 'auto' ? ofHostPage() : given;
  const printable = found.replace(/[\p{C}\p{Z}]+/gu, ' ').trim();
  const source = [...printable].slice(0, LONGEST).join('').trimEnd();
  if (source !== found.trim()) warn(`sends source as "${source}": at most ${LONGEST} printable characters.`);
  return source || null;
}

/** Across origins a frame sees its host's address only if the iframe's `referrerpolicy` sends all of it. */
function ofHostPage(): string {
  const addresses = [location.href, parent === window ? '' : document.referrer];
  const [first = ''] = addresses.flatMap((address) => {
    const query = URL.canParse(address) ? new URL(address).searchParams : new URLSearchParams();
    return parameters.map((name) => query.get(name)?.trim()).filter((value) => value);
  });
  return first;
}
