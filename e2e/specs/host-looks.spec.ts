/** Other companies' styles change nothing in the form, and the form changes nothing on their pages. */
import type { Page } from 'playwright/test';
import { Applicant } from '../support/applicant.ts';
import { careersPage, htmlOf, openHostPage, scriptTag } from '../support/host-pages.ts';
import { changeQuestions } from '../support/rigged-proxy.ts';
import { expect, test } from '../support/with-server.ts';

// The screen is so high that nothing is sticky.
test.use({ viewport: { width: 820, height: 5200 }, reducedMotion: 'reduce' });

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const boxOf = (page: Page): Promise<Box> =>
  page.locator('.af').evaluate((form) => {
    const { x, y, width, height } = form.getBoundingClientRect();
    return { x: x + scrollX, y: y + scrollY, width, height };
  });

async function takePicture(page: Page): Promise<{ readonly picture: string; readonly box: Box }> {
  // No element is under the pointer.
  await page.mouse.move(0, 0);
  let box = await boxOf(page);
  let picture = '';
  const isStill = async () => {
    const before = picture;
    box = await boxOf(page);
    const how = { clip: box, fullPage: true, animations: 'disabled', caret: 'hide' } as const;
    picture = (await page.screenshot(how)).toString('base64');
    return picture === before;
  };
  // A busy machine paints late, so the picture counts once it is the same twice.
  await expect.poll(isStill, { intervals: [50] }).toBe(true);
  return { picture, box };
}

/** Difference of a channel, out of 255, that rounding causes between two drawings of the same corner. */
const NOISE = 1;

/** Counts the colour channels that differ visibly, in a blank page because a host's policy could forbid decoding. */
async function differingChannels(page: Page, pictures: readonly [string, string]): Promise<number> {
  const blank = await page.context().newPage();
  const count = await blank.evaluate(
    async ({ given, noise }) => {
      const pixelsOf = async (picture: string) => {
        const image = new Image();
        image.src = `data:image/png;base64,${picture}`;
        await image.decode();
        const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
        context?.drawImage(image, 0, 0);
        return context?.getImageData(0, 0, image.width, image.height).data ?? new Uint8ClampedArray();
      };
      const [left, right] = [await pixelsOf(given[0]), await pixelsOf(given[1])];
      if (left.length !== right.length) return Number.POSITIVE_INFINITY;
      return left.filter((value, index) => Math.abs(value - (right[index] ?? 0)) > noise).length;
    },
    { given: pictures, noise: NOISE },
  );
  await blank.close();
  return count;
}

const styleSheetsOf = (page: Page): Promise<number> =>
  page.locator('apply-form').evaluate((form) => form.shadowRoot?.adoptedStyleSheets.length ?? 0);

/** Pictures of the new form, and of the form with errors, follow-ups and later parts. */
async function takePictures(page: Page) {
  const applicant = new Applicant(page);
  await applicant.reaches('ready');
  const empty = await takePicture(page);
  await applicant.answer('111', true);
  await applicant.answer('112', 'much');
  await applicant.settle();
  await applicant.send();
  await expect(page.locator('[part~=summary]')).toBeFocused();
  // The last styles may load after their elements.
  await expect.poll(() => styleSheetsOf(page)).toBe(2);
  return { empty, errors: await takePicture(page) };
}

/** Removes the sandbox notice, whose height is a fraction of a pixel and shifts the corners below it. */
const withoutNotice = changeQuestions((document) => {
  delete document.meta['notice'];
});

const tokensOf = (html: string) => [...html.matchAll(/--apply-[\w-]+: [^;}]+/g)].map(([token]) => token);

/** A page with nothing but the form, at the same place and with the same tokens. */
const cleanPage = (origin: string, tokens: readonly string[], { x, y, width }: Box) =>
  careersPage(`<div>${scriptTag(origin, 'data-apply-job="4711"')}</div>`, {
    css: `h1 { display: none } div { position: absolute; left: ${x}px; top: ${y}px; width: ${width}px }
      apply-form { ${tokens.join(';')} }`,
  });

const unset = (html: string) => html.replace(/<style>[\s\S]*(?=:root)/, '<style>* { all: unset !important }');

for (const [styles, change] of [
  ['important rules for everything and every inherited property', (html: string) => html],
  ['* { all: unset !important }', unset],
] as const)
  test(`the form is the same, pixel by pixel, as on a clean page: ${styles}`, { tag: '@deep' }, async ({
    page,
    server,
    host,
  }) => {
    await page.route(/\/api\/v1\/questions/, withoutNotice);
    await openHostPage({ page, server, host }, 'hostile-styles', { change });
    const there = await takePictures(page);
    const tokens = tokensOf(htmlOf('hostile-styles', server));
    expect(tokens.length).toBeGreaterThan(3);
    // The draft of the same visitor would come back here.
    await page.evaluate(() => sessionStorage.clear());
    await page.goto(host.show(cleanPage(server.origin, tokens, there.empty.box)));
    const clean = await takePictures(page);
    expect([clean.empty.box, clean.errors.box]).toEqual([there.empty.box, there.errors.box]);
    expect(await differingChannels(page, [clean.empty.picture, there.empty.picture])).toBe(0);
    expect(await differingChannels(page, [clean.errors.picture, there.errors.picture])).toBe(0);
    await page.addStyleTag({ content: 'apply-form { --apply-color-accent: #00695f !important }' });
    const { picture } = await takePicture(page);
    expect(await differingChannels(page, [picture, clean.errors.picture])).toBeGreaterThan(100);
  });

/** The attributes and computed styles of every node that belongs to the page. */
const looksOfThePage = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll(':not(script, apply-form, apply-form *)')].flatMap((node, index) => {
      const style = getComputedStyle(node);
      const own = [...node.attributes].map(({ name, value }) => `${name}=${value}`);
      // The form makes the page longer, so heights may differ.
      const looks = [...style].filter((name) => !/(height|block-size|origin)$/.test(name));
      const values = looks.map((name) => `${name}: ${style.getPropertyValue(name)}`);
      return [...own, ...values].map((line) => `${index} ${node.localName} ${line}`);
    }),
  );

interface Heard {
  readonly keys: readonly string[];
  readonly events: readonly string[];
  readonly focus: readonly string[];
  readonly globals: readonly string[];
}

test('the form leaks no style, global, blocking listener, focus or history entry into the page', async ({
  page,
  server,
  host,
}) => {
  const html = `<!doctype html><html lang="en"><head><title>Jobs</title><link rel="icon" href="data:,">
    <style>body { font-family: serif } button { color: green } .af, .af-row, .af-button { color: teal }</style></head>
    <body><nav><button type="button" class="af-button">Search</button><p class="af">Jobs</p></nav><main></main>
    <aside id="other"><form><label class="af-row">Search <input part="control"></label></form></aside></body></html>`;
  await page.goto(host.show(html));
  const before = await looksOfThePage(page);
  await page.evaluate(() => {
    const recorded = {
      keys: [] as string[],
      events: [] as string[],
      focus: [] as string[],
      globals: [] as string[],
    };
    Object.assign(window, { heard: recorded });
    const globals = new Set(Object.getOwnPropertyNames(window));
    Object.assign(recorded, {
      count: () => Object.getOwnPropertyNames(window).filter((name) => !globals.has(name)),
    });
    document.addEventListener('keydown', (event) =>
      recorded.keys.push(`${event.key} ${event.defaultPrevented}`),
    );
    document.addEventListener('focusin', ({ target }) => recorded.focus.push((target as Element).localName));
    for (const name of ['ready', 'change', 'visibility', 'invalid', 'before-submit', 'submitted', 'error'])
      document.addEventListener(`apply-${name}`, ({ type }) => recorded.events.push(type));
  });
  await page.evaluate((origin) => {
    const script = document.createElement('script');
    script.type = 'module';
    script.src = `${origin}/apply-form.js`;
    script.dataset['applyJob'] = '4711';
    document.querySelector('main')?.append(script);
  }, server.origin);
  const applicant = new Applicant(page);
  await applicant.reaches('ready');
  const read = () => page.evaluate<Heard>('({ ...heard, globals: heard.count() })');
  expect((await read()).focus).toEqual([]);
  await applicant.question('101').locator('input').focus();
  await page.keyboard.type('ab');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await applicant.answer('111', false);
  await applicant.settle();
  await applicant.send();
  await expect(page.locator('[part~=summary]')).toBeFocused();
  const recorded = await read();
  // Typed letters stay in their field.
  expect(recorded.keys).toEqual(['Escape false', 'Tab false']);
  expect(recorded.events.filter((type) => type !== 'apply-change')).toEqual([
    'apply-ready',
    'apply-visibility',
    'apply-invalid',
  ]);
  expect(recorded.globals).toEqual(['ApplyForm']);
  expect(await page.evaluate('[document.adoptedStyleSheets.length, history.length, location.hash]')).toEqual([
    0,
    2,
    '',
  ]);
  const after = await looksOfThePage(page);
  expect(after.length).toBeGreaterThan(1_000);
  expect(after.filter((line, index) => line !== before[index])).toEqual([]);
});
