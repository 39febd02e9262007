/** Draws the picture of the README from the built demo: `node --import tsx e2e/readme/readme-picture.ts` */
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { startServer } from '../support/apply-form-server.ts';

// The address in the picture is the one that the README names.
const server = await startServer({ PORT: '3000' });
const executablePath = process.env['TEST_BROWSER'];
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  // In containers, Chromium runs as root and needs this.
  args: ['--no-sandbox'],
});
const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, colorScheme: 'light' });
await page.goto(server.origin);
await page.locator('apply-form[data-state="ready"]').waitFor();
await page.locator('#inside [data-question]').first().waitFor();
const form = page.locator('apply-form');
await form.getByRole('combobox').first().selectOption({ label: 'Intensive care' });
await form.getByRole('radio', { name: 'Yes' }).first().check();
await form.getByRole('textbox', { name: 'For how many months?' }).fill('36');
await form.getByText('What would you teach').first().waitFor();
await page.screenshot({ path: fileURLToPath(new URL('../../public/docs/apply-form.png', import.meta.url)) });
await browser.close();
await server.stop();
