/**
 * Compares the form with the pictures under `pictures/`. Fonts and their edges differ from browser to browser, so
 * only the browser of the npm package draws them, in the font that comes with it.
 * Renew them after an intended change: npm test -- e2e/specs/pictures.spec.ts --update-snapshots
 */
import type { Page } from 'playwright/test';
import { type Applicant, meet } from '../support/applicant.ts';
import {
  changeQuestions,
  changeSubmission,
  gate,
  inventSubmission,
  pass,
  type QuestionDocument,
  RiggedProxy,
  refuse,
  refuseForAnHour,
} from '../support/rigged-proxy.ts';
import { deepUnless, expect, test } from '../support/with-server.ts';

const isPackageBrowser = process.env['TEST_BROWSER']?.includes('.cache/chromium/') === true;
if (!isPackageBrowser)
  console.log('pictures: skipped, as they are drawn by the browser of the npm package only');

test.skip(!isPackageBrowser, 'The pictures are those of the browser of the npm package.');
// With these settings, days and times are the same on every machine.
test.use({ locale: 'en-US', timezoneId: 'UTC' });

const pictures = { animations: 'disabled', caret: 'hide', maxDiffPixelRatio: 0.002, threshold: 0.1 } as const;

const chosenIds: readonly string[] = ['2001', '2002', '2005', '2010'];

/** A form that fits on a screen: a parent with follow-ups, a text with help, a choice, files. */
function shrink(document: QuestionDocument): void {
  document.data = document.data.filter(({ id }) => chosenIds.includes(id));
  for (const { id, attributes } of document.data) attributes.required = id === '2002';
  document.included = document.included.filter(({ id }) => ['2101', '2105'].includes(id));
}

/** The form without the sandbox notice, like on careers sites. */
const small = changeQuestions((document: QuestionDocument) => {
  shrink(document);
  delete document.meta['notice'];
});

const grown = changeQuestions((document: QuestionDocument) => {
  document.data = document.data.filter(({ id }) => [...chosenIds, '2008'].includes(id));
  document.included = [];
  delete document.meta['notice'];
});

interface Scene {
  readonly colour: 'light' | 'dark';
  readonly width: 320 | 768;
  readonly rightToLeft?: boolean;
}

interface Stage {
  readonly page: Page;
  readonly rig: RiggedProxy;
  readonly applicant: Applicant;
}

/** Actions before the picture is taken. */
type Act = (stage: Stage) => Promise<unknown>;

async function fillIn({ applicant }: Stage): Promise<void> {
  await applicant.answer('2001', true);
  await applicant.answer('2101', 'A reason');
  await applicant.answer('2005', ['Part time']);
  await applicant.settle();
}

/** One file in each state: uploaded, refused by our own checks, refused by the proxy, uploading. */
async function addFiles({ applicant, rig }: Stage): Promise<void> {
  const uploading = gate();
  rig.files = (route) => {
    const name = route.request().headers()['content-disposition'] ?? '';
    if (name.includes('failed.pdf')) return refuse(503, 'service_unavailable')(route);
    return name.includes('slow.pdf') ? uploading.handler(route) : pass(route);
  };
  await applicant.answer('2010', { files: ['certificate.pdf', 'empty.pdf', 'failed.pdf', 'slow.pdf'] });
  const block = applicant.question('2010');
  await expect(block.locator('progress')).toHaveCount(1);
  await expect(block.locator('[data-faulty]')).toHaveCount(2);
  // The progress differs in each run.
  await block.locator('progress').evaluate((bar) => bar.setAttribute('value', '0.4'));
}

async function press({ applicant }: Stage): Promise<void> {
  await applicant.settle();
  await applicant.send();
}

async function sendUnfinished(stage: Stage): Promise<void> {
  await stage.applicant.answer('2001', true);
  await press(stage);
  await expect(stage.page.locator('[part~=summary]')).toBeFocused();
}

async function send(stage: Stage, state: string): Promise<void> {
  await fillIn(stage);
  await stage.applicant.answer('2002', 'Nurse');
  await press(stage);
  await expect(stage.applicant.state()).toHaveAttribute('data-state', state);
}

const receive =
  (state: string, answers: Parameters<typeof inventSubmission>[1], formState: string): Act =>
  async (stage) => {
    // The form polls until the submission has ended.
    stage.rig.submissions = stage.rig.receipts = inventSubmission(state, answers);
    await send(stage, formState);
  };

async function beRefused(stage: Stage): Promise<void> {
  stage.rig.submissions = changeSubmission('attention', (id) => (id === '2002' ? 'refused' : 'delivered'));
  await send(stage, 'attention');
  // The reference differs in each run.
  await stage.page.locator('[part~=status] p').first().evaluate(hideReference);
}

function hideReference(sentence: Element): void {
  sentence.textContent = sentence.textContent?.replace(/reference \S+,/, 'reference R-1,') ?? '';
}

async function findChanged(stage: Stage): Promise<void> {
  await fillIn(stage);
  await stage.applicant.answer('2002', 'Nurse');
  stage.rig.questions = grown;
  stage.rig.submissions = refuse(409, 'form_changed');
  await press(stage);
  await expect(stage.applicant.question('2008')).toBeVisible();
}

async function failToSend(stage: Stage): Promise<void> {
  await fillIn(stage);
  await stage.applicant.answer('2002', 'Nurse');
  stage.rig.submissions = refuseForAnHour;
  await press(stage);
  await expect(stage.page.getByText('Your application is on this device')).toBeVisible();
}

interface Picture extends Scene {
  readonly name: string;
  readonly act: Act;
  /** The part to draw; by default the whole form with its page around it. */
  readonly part?: string;
}

const of = (name: string, act: Act, scenes: readonly Scene[], part?: string): readonly Picture[] =>
  scenes.map((scene) => ({ name, act, ...scene, ...(part !== undefined && { part }) }));

const narrow: Scene = { colour: 'light', width: 320 };
const wide: Scene = { colour: 'light', width: 768 };
const narrowDark: Scene = { colour: 'dark', width: 320 };
const wideDark: Scene = { colour: 'dark', width: 768 };
const mirrored: Scene = { ...wide, rightToLeft: true };

const delivered = { '2001': 'delivered', '2002': 'delivered' } as const;

const all: readonly Picture[] = [
  ...of('form', fillIn, [narrow, wideDark, mirrored]),
  ...of('files', addFiles, [narrow], '[data-question-id="2010"]'),
  ...of('errors', sendUnfinished, [narrowDark, mirrored]),
  ...of('refused', beRefused, [wide]),
  ...of('changed', findChanged, [narrowDark]),
  ...of('not-sent', failToSend, [narrow], '.af-waiting'),
  ...of('receipt-complete', receive('complete', delivered, 'complete'), [narrow, wideDark]),
  ...of('receipt-attention', receive('attention', { ...delivered, '2002': 'parked' }, 'attention'), [narrow]),
];

/** Makes the page so high that the foot is below everything instead of on top of it. */
async function setScene(page: Page, { colour, width }: Scene): Promise<void> {
  await page.setViewportSize({ width, height: 1800 });
  await page.emulateMedia({ colorScheme: colour, reducedMotion: 'reduce' });
}

/** Uses the font of the package's browser, and right-to-left direction with words that the font has. */
async function dressForm(page: Page, rightToLeft = false): Promise<void> {
  await page.locator('apply-form').evaluate((form, mirror) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('*, :host { font-family: "Open Sans" !important }');
    document.adoptedStyleSheets.push(sheet);
    form.shadowRoot?.adoptedStyleSheets.push(sheet);
    if (mirror) form.querySelector('.af')?.setAttribute('dir', 'rtl');
  }, rightToLeft);
  // The control that was pressed must not look hovered.
  await page.mouse.move(0, 0);
}

const titleOf = ({ name, colour, width, rightToLeft }: Picture) =>
  [name, colour, width, ...(rightToLeft ? ['rtl'] : [])].join('-');

/** One picture of each kind, in both colours, widths and directions. */
const dailyPictures: readonly string[] = [
  'form-light-320',
  'errors-light-768-rtl',
  'receipt-complete-dark-768',
];

for (const picture of all)
  test(
    `the picture ${titleOf(picture)} has not changed`,
    deepUnless(dailyPictures.includes(titleOf(picture))),
    async ({ page, server, sandbox }) => {
      await setScene(page, picture);
      const rig = await RiggedProxy.before(page);
      rig.questions = small;
      const { token } = await sandbox.apply('one-of-each');
      const applicant = await meet(page, `${server.origin}/form#token=${token}`);
      await picture.act({ page, rig, applicant });
      await dressForm(page, picture.rightToLeft);
      const place = page.locator(picture.part ?? 'main');
      await expect(place).toHaveScreenshot(`${titleOf(picture)}.png`, pictures);
    },
  );

for (const [name, questions, shown] of [
  ['sandbox', changeQuestions(shrink), '.af-foot'],
  ['closed', changeQuestions(({ meta }) => Object.assign(meta, { state: 'closed' })), '.af-screen'],
  ['link-expired', refuse(401, 'token_expired'), '.af-screen'],
  ['loading', gate().handler, '.af-skeleton'],
] as const)
  test(`the picture ${name} has not changed`, { tag: '@deep' }, async ({ page, server, sandbox }) => {
    await setScene(page, narrow);
    const rig = await RiggedProxy.before(page);
    rig.questions = questions;
    const { token } = await sandbox.apply('one-of-each');
    await page.goto(`${server.origin}/form#token=${token}`);
    await expect(page.locator(shown)).toBeVisible();
    await dressForm(page);
    await expect(page.locator('main')).toHaveScreenshot(`${name}-light-320.png`, pictures);
  });

for (const brand of ['bank', 'hospital', 'studio'])
  test(`the picture of the brand ${brand} has not changed`, { tag: '@deep' }, async ({ page, server }) => {
    await setScene(page, wideDark);
    const rig = await RiggedProxy.before(page);
    rig.questions = small;
    const applicant = await meet(page, `${server.origin}/?form=one-of-each&brand=${brand}`);
    await fillIn({ page, rig, applicant });
    await dressForm(page);
    await expect(page.locator('.form-place')).toHaveScreenshot(`brand-${brand}-dark-768.png`, pictures);
  });
