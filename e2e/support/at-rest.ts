import type { Page } from 'playwright/test';

/** Until what is to be drawn is drawn, and nothing in the form moves or fades. */
export const comesToRest = (page: Page): Promise<void> =>
  page.locator('apply-form').evaluate(async ({ shadowRoot }) => {
    for (const _frame of ['this', 'next']) await new Promise(requestAnimationFrame);
    const animations = (shadowRoot ?? document).getAnimations();
    for (const animation of animations) await animation.finished.catch(() => null);
  });
