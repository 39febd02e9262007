import type { Page } from 'playwright/test';
import { expect } from './with-server.ts';

/** Until what is to be drawn is drawn, and nothing in the form moves or fades. */
export const comesToRest = (page: Page): Promise<void> =>
  page.locator('apply-form').evaluate(async (form) => {
    for (const _frame of ['this', 'next']) await new Promise(requestAnimationFrame);
    const light = form.querySelector('apply-form-root')?.getAnimations({ subtree: true });
    const animations = light ?? form.shadowRoot?.getAnimations() ?? [];
    for (const animation of animations) await animation.finished.catch(() => null);
  });

/** What comes with the first touch makes the foot higher, a moment after it. */
export async function isTouched(page: Page): Promise<void> {
  await expect(page.locator('apply-form .af-foot progress')).toBeAttached();
  await comesToRest(page);
}
