/** Two pictures of the same size, as an eye would compare them. */
import type { Page } from 'playwright/test';

/** Of 255: what a browser's rounding makes of the same corner from one drawing to the next. */
const NOISE = 1;

/** Pixels that differ visibly; all of them where the sizes differ. Decoded in a blank page: no host's policy forbids it. */
export async function differingPixels(page: Page, pictures: readonly [string, string]): Promise<number> {
  if (pictures[0] === pictures[1]) return 0;
  const blank = await page.context().newPage();
  const count = await blank.evaluate(countPixels, { pictures, noise: NOISE });
  await blank.close();
  return count;
}

interface Compared {
  readonly pictures: readonly [string, string];
  readonly noise: number;
}

/** Runs in the browser. */
async function countPixels({ pictures, noise }: Compared): Promise<number> {
  const pixelsOf = async (picture: string) => {
    const image = new Image();
    image.src = `data:image/png;base64,${picture}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d');
    context?.drawImage(image, 0, 0);
    return context?.getImageData(0, 0, image.width, image.height).data ?? new Uint8ClampedArray();
  };
  const [left, right] = [await pixelsOf(pictures[0]), await pixelsOf(pictures[1])];
  if (left.length !== right.length) return Math.max(left.length, right.length) / 4;
  const differing = new Set<number>();
  left.forEach((value, place) => {
    if (Math.abs(value - (right[place] ?? 0)) > noise) differing.add(place >> 2);
  });
  return differing.size;
}
