/** A host page with the form in an iframe, and a record of its events. */
import type { Frame, Page } from 'playwright/test';
import { type Applicant, formOn } from './applicant.ts';

export const iframe = (source: string, attributes = 'data-apply-frame') =>
  `<iframe src="${source}" title="Application form" ${attributes}></iframe>`;

export const frameAddress = (origin: string, token: string, parameters = '') =>
  `${origin}/frame/default#token=${token}${parameters}`;

export const helper = (origin: string) => `<script src="${origin}/frame.js"></script>`;

/** Returns the document of the n-th form on the page. */
export async function insideOf(page: Page, index = 0): Promise<Frame> {
  const frame = await (await page.locator('iframe').nth(index).elementHandle())?.contentFrame();
  if (!frame) throw new Error(`There is no iframe ${index}.`);
  return frame;
}

/** Returns the form of an iframe when it can be filled in. */
export const formIn = (page: Page, index = 0): Promise<Applicant> =>
  formOn(page.locator('iframe').nth(index).contentFrame());

export interface Reveals {
  /** The largest number of frames after a change until the iframe was as high as its form. */
  readonly latest: number;
  /** The number of frames in which the document could be scrolled. */
  readonly scrollable: number;
  readonly heights: readonly number[];
}

/** Answers yes and no in turn and counts the frames of the document, also during 30 frames after the last answer. */
export const reveal = (inside: Frame, question: string, times: number) =>
  inside.evaluate<Reveals, readonly [string, number]>(
    async ([id, count]) => {
      const root = document.documentElement;
      const shadow = document.querySelector('apply-form-root');
      const controls = shadow?.querySelectorAll<HTMLElement>(`[data-question-id="${id}"] input`);
      const heights: number[] = [];
      let scrollable = 0;
      const frame = () =>
        new Promise<void>((resolve) => {
          requestAnimationFrame(() => {
            const overflows = root.scrollHeight > root.clientHeight;
            if (overflows && getComputedStyle(root).overflowY !== 'hidden') scrollable += 1;
            if (heights.at(-1) !== innerHeight) heights.push(innerHeight);
            resolve();
          });
        });
      const content = () => Math.ceil(document.body.getBoundingClientRect().height);
      let latest = 0;
      for (let step = 0; step < count; step += 1) {
        const before = content();
        controls?.[step % 2 === 0 ? 1 : 0]?.click();
        while (content() === before) await frame();
        let passed = 0;
        for (; content() !== innerHeight && passed < 60; passed += 1) await frame();
        latest = Math.max(latest, passed);
      }
      for (let rest = 0; rest < 30; rest += 1) await frame();
      return { latest, scrollable, heights };
    },
    [question, times],
  );

/** Records policy violations in the host's page and in every iframe. Must be called before the page is opened. */
export async function watchViolations(page: Page): Promise<readonly string[]> {
  const refused: string[] = [];
  await page.exposeFunction('tellViolation', (text: string) => refused.push(text));
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      const tell: unknown = Reflect.get(globalThis, 'tellViolation');
      if (typeof tell === 'function') tell(`${violatedDirective} ${blockedURI}`);
    });
  });
  return refused;
}

/** Whether the iframe is as high as its form, or a pixel higher when a zoom makes heights fractional. */
export async function fits(page: Page, index = 0): Promise<boolean> {
  const inside = await insideOf(page, index);
  return inside.evaluate(() => {
    const { height } = document.body.getBoundingClientRect();
    const excess = innerHeight - Math.ceil(height);
    return height > 100 && excess >= 0 && excess <= 1;
  });
}

/** Returns the CSS pixels by which a document is longer than its window. */
export const overflow = (inside: Frame | Page) =>
  inside.evaluate(() => document.documentElement.scrollHeight - document.documentElement.clientHeight);

/** Records every message of the first iframe to the host's page, and the form's events. */
export const listen = (page: Page) =>
  page.evaluate(() => {
    const heard = { ids: [] as string[], heights: [] as number[], events: [] as string[] };
    Object.assign(globalThis, { heard });
    addEventListener('message', ({ data, source }) => {
      // An iframe out of view is laid out late, and another iframe may post messages at that time.
      if (data?.apply !== 1 || source !== window.frames[0]) return;
      if (data.id !== '') heard.ids.push(data.id);
      if (data.type === 'resize') heard.heights.push(data.height);
    });
    addEventListener('apply-submitted', (event) => {
      if (event instanceof CustomEvent) heard.events.push(event.detail.reference);
    });
  });

interface Heard {
  readonly ids: readonly string[];
  readonly heights: readonly number[];
  /** References of `apply-submitted`. */
  readonly events: readonly string[];
}

export const heard = (page: Page) => page.evaluate<Heard>('heard');

/** Posts from a document to its parent, to its opener, or to the first iframe of either. */
export const post = (
  from: Frame | Page,
  to: 'parent' | 'opener' | 'parent.frames[0]' | 'opener.frames[0]',
  message: object,
) =>
  from.evaluate(
    ([name, data]) => {
      const owner: Window | null = name.startsWith('parent') ? parent : opener;
      const target = name.endsWith('[0]') ? owner?.frames[0] : owner;
      target?.postMessage(data, '*');
    },
    [to, message] as const,
  );
