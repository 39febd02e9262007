import type { Page } from 'playwright/test';
import { expect } from './with-server.ts';

/** Waits until everything is drawn, and nothing in the form moves or fades. */
export const comesToRest = (page: Page): Promise<void> =>
  page.locator('apply-form').evaluate(async (form) => {
    for (const _frame of ['this', 'next']) await new Promise(requestAnimationFrame);
    const light = form.querySelector('apply-form-root')?.getAnimations({ subtree: true });
    const animations = light ?? form.shadowRoot?.getAnimations() ?? [];
    // All are read at once, because `finished` of an animation that was cancelled before never settles.
    await Promise.all(animations.map((animation) => animation.finished.catch(() => null)));
  });

/** Waits for the files that load at the first touch, which make the foot higher. */
export async function isTouched(page: Page): Promise<void> {
  await expect(page.locator('apply-form .af-foot progress')).toBeAttached();
  await comesToRest(page);
}
