/** Each token and each part does what its name says, at run time, without loading or drawing the form again. */
import type { Page } from 'playwright/test';
import { Applicant, fileOf, visitor } from '../support/applicant.ts';
import { careersPage, fillInEngineer, scriptTag } from '../support/host-pages.ts';
import { gate } from '../support/rigged-proxy.ts';
import { expect, test } from '../support/with-server.ts';

const pageWith = (origin: string, css = '') =>
  careersPage(`${scriptTag(origin)}<apply-form job="4711"></apply-form>`, {
    css: `:root { --apply-motion: 0s } ${css}`,
  });

interface Token {
  readonly value: string;
  /** A selector within the form. */
  readonly at: string;
  readonly property: string;
  /** The computed value. Default: `value`. */
  readonly computed?: string;
}

const [red, green] = ['rgb(200, 1, 1)', 'rgb(1, 120, 1)'];

const tokens: Readonly<Record<string, Token>> = {
  font: { value: 'monospace', at: '[part~=question]', property: 'font-family' },
  'font-size': { value: '21px', at: '[part~=question]', property: 'font-size' },
  'color-text': { value: red, at: '[part~=label]', property: 'color' },
  'color-muted': { value: red, at: '[part~=help]', property: 'color' },
  'color-bg': { value: red, at: '.af', property: 'background-color' },
  'color-surface': { value: red, at: 'input[part~=control]', property: 'background-color' },
  'color-border': {
    value: red,
    at: 'input[part~=control]:not([aria-invalid])',
    property: 'border-top-color',
  },
  'color-accent': { value: red, at: '[part~=button]', property: 'background-color' },
  'color-on-accent': { value: red, at: '[part~=button]', property: 'color' },
  'color-error': { value: red, at: '[part~=error]', property: 'color' },
  'color-success': { value: red, at: '[part~=file] .af-is-tick', property: 'color' },
  'color-focus': { value: red, at: '[part~=summary]', property: 'outline-color' },
  'focus-width': { value: '7px', at: '[part~=summary]', property: 'outline-width' },
  space: { value: '7px', at: '[part~=question]:nth-child(2)', property: 'padding-top', computed: '28px' },
  radius: { value: '19px', at: '[part~=button]', property: 'border-top-left-radius' },
  'control-height': { value: '77px', at: '[part~=option]', property: 'min-height' },
  'label-weight': { value: '300', at: '[part~=label]', property: 'font-weight' },
  'max-width': { value: '400px', at: '.af', property: 'max-width' },
  motion: { value: '3s', at: '[data-new]', property: 'animation-duration' },
};

const computedAt = (page: Page, { at, property }: Pick<Token, 'at' | 'property'>) =>
  page
    .locator(`apply-form ${at}`)
    .first()
    .evaluate((node, name) => getComputedStyle(node).getPropertyValue(name), property);

/** Opens a form with everything that a token can change: errors, a file, the summary, a new question. */
async function openForm(page: Page): Promise<Applicant> {
  const applicant = new Applicant(page);
  await applicant.reaches('ready');
  await applicant.answer('101', 'A timetable planner');
  // Only a question that an answer has shown is animated.
  await applicant.answer('111', false);
  await expect(page.locator('[data-new]')).toHaveCount(1);
  await applicant.question('106').locator('input[type=file]').setInputFiles(fileOf('cv.pdf'));
  await expect(applicant.question('106').locator('.af-is-tick')).toBeVisible();
  await applicant.send();
  await expect(page.locator('[part~=summary]')).toBeFocused();
  // No element is under the pointer.
  await page.mouse.move(0, 0);
  return applicant;
}

/** Marks the nodes of the form. A node that is drawn again has no mark. */
const mark = (page: Page) =>
  page.locator('apply-form').evaluate(({ shadowRoot }) => {
    for (const node of shadowRoot?.querySelectorAll('*') ?? []) Object.assign(node, { marked: true });
  });

const unmarked = (page: Page) =>
  page
    .locator('apply-form')
    .evaluate(
      ({ shadowRoot }) =>
        [...(shadowRoot?.querySelectorAll('*') ?? [])].filter((node) => !Reflect.has(node, 'marked')).length,
    );

type Read = Readonly<Record<string, string>>;

async function readAll(page: Page): Promise<Read> {
  const read: Record<string, string> = {};
  for (const [name, token] of Object.entries(tokens)) read[name] = await computedAt(page, token);
  return read;
}

/** Sets one token after the other, each alone on the root of the page, and reads its effect. */
async function readEachAlone(page: Page): Promise<Read> {
  const root = page.locator('html');
  const read: Record<string, string> = {};
  for (const [name, token] of Object.entries(tokens)) {
    const set = (value: string) =>
      root.evaluate(
        ({ style }, [key = '', text = '']) => style.setProperty(key, text),
        [`--apply-${name}`, value],
      );
    await set(token.value);
    read[name] = await computedAt(page, token);
    await set('');
  }
  return read;
}

test('each token changes the property it names, on the root, the element, a class or in a media query', async ({
  page,
  server,
  host,
}) => {
  const expected = Object.fromEntries(
    Object.entries(tokens).map(([name, { value, computed = value }]) => [name, computed]),
  );
  // An animated value would be read midway, so motion has its own check.
  const brand = Object.entries(tokens)
    .map(([name, { value }]) => `--apply-${name}: ${name === 'motion' ? '0s' : value};`)
    .join(' ');
  const still = { ...expected, motion: '0s' };
  const style = `.branded { ${brand} } @media (max-width: 500px) { apply-form { ${brand} } }`;
  await page.goto(host.show(pageWith(server.origin, style)));
  const applicant = await openForm(page);
  await mark(page);
  const plain = await readAll(page);
  for (const [name, value] of Object.entries(expected)) expect(plain[name], name).not.toBe(value);
  expect(await readEachAlone(page)).toEqual(expected);
  expect(await readAll(page)).toEqual(plain);

  const element = page.locator('apply-form');
  for (const place of [element, page.locator('body')]) {
    await place.evaluate((node) => node.classList.add('branded'));
    expect(await readAll(page)).toEqual(still);
    await place.evaluate((node) => node.classList.remove('branded'));
  }
  await page.setViewportSize({ width: 480, height: 800 });
  expect(await readAll(page)).toEqual(still);
  await page.setViewportSize({ width: 1280, height: 800 });
  expect(await readAll(page)).toEqual(plain);

  for (const theme of ['dark', 'light']) {
    await element.evaluate((node, value) => node.setAttribute('theme', value), theme);
    expect(await computedAt(page, { at: '.af', property: 'color-scheme' })).toBe(theme);
  }
  expect(await unmarked(page)).toBe(0);
  await expect(applicant.question('101').locator('input')).toHaveValue('A timetable planner');
});

const parts =
  'form question label help control option file error summary progress status button receipt'.split(' ');

test('each part exists, and the page’s rule for it wins over ours', async ({ page, server, host }) => {
  const questions = gate();
  await page.route(/\/sessions\?/, questions.handler);
  const style = parts
    .map((part) => `apply-form::part(${part}) { color: ${green}; padding-left: 31px; }`)
    .join(' ');
  await page.goto(host.show(pageWith(server.origin, style)), { waitUntil: 'domcontentloaded' });
  const seen = new Set<string>();
  const look = async () => {
    for (const part of parts) {
      const found = page.locator(`apply-form [part~=${part}]`).first();
      if ((await found.count()) === 0) continue;
      await expect(found).toHaveCSS('color', green);
      await expect(found).toHaveCSS('padding-left', '31px');
      seen.add(part);
    }
  };
  await expect(page.getByText('Loading the application form…')).toBeVisible();
  await look();
  questions.open();
  const applicant = await openForm(page);
  await look();
  await applicant.introduce(visitor);
  await fillInEngineer(applicant);
  await applicant.send();
  await applicant.reaches('complete');
  await look();
  expect(parts.filter((part) => !seen.has(part))).toEqual([]);
});
