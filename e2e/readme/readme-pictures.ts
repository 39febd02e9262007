/**
 * The pictures of the README, drawn from the built demo: `node --import tsx e2e/readme/readme-pictures.ts`
 * One stands still, the other shows follow-ups that appear, with the tree beside them that lights up.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright';
import { startServer } from '../support/apply-form-server.ts';
import { type Frame, movingPicture } from './moving-picture.ts';

const folder = fileURLToPath(new URL('../../public/docs/', import.meta.url));
const screen = { width: 1280, height: 900 } as const;

await drawPictures();

async function drawPictures(): Promise<void> {
  // The address in the picture is the one that the README names.
  const server = await startServer({ PORT: '3000' });
  const executablePath = process.env['TEST_BROWSER'];
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    // As root, as containers run.
    args: ['--no-sandbox'],
  });
  const page = await browser.newPage({ viewport: screen, colorScheme: 'light' });
  await open(page, server.origin);
  const frames = await record(page);
  writeFileSync(`${folder}apply-form-follow-up.png`, movingPicture(frames));
  await page.screenshot({ path: `${folder}apply-form.png` });
  await browser.close();
  await server.stop();
  console.log(`${folder}: apply-form.png, apply-form-follow-up.png (${frames.length} frames)`);
}

async function open(on: Page, address: string): Promise<void> {
  await on.goto(address);
  await on.locator('apply-form[data-state="ready"]').waitFor();
  await on.locator('#inside [data-question]').first().waitFor();
}

/** What an applicant does, one thing after the other. */
async function record(on: Page): Promise<readonly Frame[]> {
  const form = on.locator('apply-form');
  const made: Frame[] = [await still(on, 1_200)];
  const show = async (act: () => Promise<unknown>, shown: number) => {
    await act();
    // The last frame of what moves.
    await on.waitForTimeout(400);
    made.push(await still(on, shown));
  };
  await show(() => form.getByRole('combobox').first().selectOption({ label: 'Intensive care' }), 1_600);
  await show(() => form.getByRole('radio', { name: 'Yes' }).first().check(), 1_600);
  const months = form.getByRole('textbox', { name: 'For how many months?' });
  await show(() => months.fill('3'), 400);
  await show(() => months.fill('36'), 2_400);
  return made;
}

async function still(on: Page, shown: number): Promise<Frame> {
  // The form and the tree alone.
  const y = Math.round((await on.locator('.stage').boundingBox())?.y ?? 0);
  return {
    png: await on.screenshot({ clip: { x: 0, y, width: screen.width, height: screen.height - y } }),
    shown,
  };
}
