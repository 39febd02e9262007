import { expect, type Page } from 'playwright/test';

/** In pixels: from here on the look inside stands open beside the form (`src/demo/demo.css`). */
const ROOM = 1_088;

export async function lookInside(page: Page): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) < ROOM)
    await page.getByRole('button', { name: 'Look inside' }).click();
  // Its file comes after the form.
  await expect(page.getByRole('tab', { name: 'Tree' })).toBeVisible();
}
