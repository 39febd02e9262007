/*
 * Web addresses as applicants type them. Patterns, because the pure rooms have no `URL`;
 * and `URL` would change what was typed, while conditions compare it exactly.
 */

/** A colon that a port follows belongs to a host: `example.com:8080` has no scheme. */
const scheme = /^[a-z][a-z0-9+.-]*:(?!\d)/i;

/** No user name before the host: what looks like one is an e-mail address in the wrong field, or a trick. */
const webAddress =
  /^https?:\/\/(?:\[[\da-f:.]+\]|(?![.-])[^\s/?#@\\:[\]<>^|"`{}]+)(?::\d{1,5})?(?:[/?#]\S*)?$/i;

/** An address without a scheme is meant as a secure one; a word alone, or an e-mail address, is none and stays as it is. */
export function withScheme(text: string): string {
  if (scheme.test(text) || !/[.:]/.test(text)) return text;
  const whole = text.startsWith('//') ? `https:${text}` : `https://${text}`;
  return isWebAddress(whole) ? whole : text;
}

/** An address with the scheme http or https, a host, and no white space. */
export function isWebAddress(text: string): boolean {
  return webAddress.test(text);
}
