/** Where the applicant came from, read when it is sent: loaded by those who ask for `auto`, or whose word is odd. */

/** Characters that the service is told. */
const LONGEST = 100;

/** In the order in which they count. */
const parameters = ['utm_source', 'source'];

/**
 * A tracking word never keeps an application from being sent: what cannot be told is left out.
 *
 * @param given the attribute `source`
 */
export function readSource(given: string, warn: (sentence: string) => void): string | null {
  const found = given === 'auto' ? ofHostPage() : given;
  const printable = found.replace(/[\p{C}\p{Z}]+/gu, ' ').trim();
  const source = [...printable].slice(0, LONGEST).join('').trimEnd();
  if (source !== found.trim()) warn(`sends source as "${source}": at most ${LONGEST} printable characters.`);
  return source || null;
}

/** Across origins a frame sees its host's address only where the iframe's `referrerpolicy` sends all of it. */
function ofHostPage(): string {
  const addresses = [location.href, parent === window ? '' : document.referrer];
  const [first = ''] = addresses.flatMap((address) => {
    const query = URL.canParse(address) ? new URL(address).searchParams : new URLSearchParams();
    return parameters.map((name) => query.get(name)?.trim()).filter((value) => value);
  });
  return first;
}
