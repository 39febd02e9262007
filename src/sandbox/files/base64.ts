/** Base64 without Node: a file of ten megabytes comes as one text, which `atob` would copy twice. */

export function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const sextets = new Uint8Array(128);
for (let place = 0; place < alphabet.length; place += 1) sextets[alphabet.charCodeAt(place)] = place;

/** In bytes, without decoding; called with checked base64 only. */
export function sizeOfBase64(text: string): number {
  const padding = text.endsWith('==') ? 2 : Number(text.endsWith('='));
  return (text.length / 4) * 3 - padding;
}

/** Called with checked base64 only. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(sizeOfBase64(text));
  const sextet = (place: number) => sextets[text.charCodeAt(place)] ?? 0;
  for (let from = 0, to = 0; from < text.length; from += 4, to += 3) {
    const group =
      (sextet(from) << 18) | (sextet(from + 1) << 12) | (sextet(from + 2) << 6) | sextet(from + 3);
    bytes[to] = group >> 16;
    bytes[to + 1] = group >> 8;
    bytes[to + 2] = group;
  }
  return bytes;
}
