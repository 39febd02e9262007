/*
 * Web addresses as applicants type them. Patterns, because `src/core` compiles without the DOM's `URL`,
 * and because `URL` would change what was typed, while conditions compare it exactly.
 */

/** A colon followed by a port belongs to the host: `example.com:8080` has no scheme. */
const scheme = /^[a-z][a-z0-9+.-]*:(?!\d)/i;

/** No user name before the host: it would be an e-mail address in the wrong field, or a spoofed host. */
const webAddress =
  /^https?:\/\/(?:\[[\da-f:.]+\]|(?![.-])[^\s/?#@\\:[\]<>^|"`{}]+)(?::\d{1,5})?(?:[/?#]\S*)?$/i;

/** Adds https:// to an address without a scheme; a single word or an e-mail address is not a web address and stays as it is. */
export function withScheme(text: string): string {
  if (scheme.test(text) || !/[.:]/.test(text)) return text;
  const whole = text.startsWith('//') ? `https:${text}` : `https://${text}`;
  return isWebAddress(whole) ? whole : text;
}

/** An address with the scheme http or https, a host, and no white space. */
export function isWebAddress(text: string): boolean {
  return webAddress.test(text);
}
