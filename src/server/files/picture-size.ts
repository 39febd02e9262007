/** How many points a picture claims to have: a small file may unfold to more than any memory holds. */
import type { StoredContent } from '../ports.ts';

/** Above every telephone's camera. */
const MOST_POINTS = 250_000_000;
/** Parts of a JPEG before the one that tells its size: descriptions, previews, what is known of depth. */
const MOST_SEGMENTS = 2_000;

export async function hasSaneSize(type: 'png' | 'jpeg', content: StoredContent): Promise<boolean> {
  const points = type === 'png' ? await pointsOfPng(content) : await pointsOfJpeg(content);
  return points !== null && points <= MOST_POINTS;
}

/** The first chunk (PNG, 11.2.2). */
async function pointsOfPng(content: StoredContent): Promise<number | null> {
  const bytes = await content.read(16, 8);
  if (bytes.byteLength < 8) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, 8);
  return view.getUint32(0) * view.getUint32(4);
}

/** The frame header (ITU T.81, B.2.2), one of the markers C0 to CF that are no tables. */
async function pointsOfJpeg(content: StoredContent): Promise<number | null> {
  let at = 2;
  for (let count = 0; count < MOST_SEGMENTS; count += 1) {
    const bytes = await content.read(at, 9);
    if (bytes.byteLength < 9) return null;
    const view = new DataView(bytes.buffer, bytes.byteOffset, 9);
    const marker = view.getUint8(1);
    // Some cameras fill the space between two parts, and all readers pass over it.
    if (bytes[0] !== 0xff || marker === 0xff || marker === 0) at += 1;
    else if (isFrame(marker)) return view.getUint16(5) * view.getUint16(7);
    else at += 2 + view.getUint16(2);
  }
  return null;
}

const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
