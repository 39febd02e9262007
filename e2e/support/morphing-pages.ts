/** Pages that update themselves by comparing the document with new HTML of their server, which contains no form. */
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright/test';
import { type Applicant, formOn } from './applicant.ts';
import { careersPage, frameTag, scriptTag } from './host-pages.ts';

/** The fallback of the light form has tag names that a library could match with the form's. */
const forms = {
  element: (origin: string) =>
    `${scriptTag(origin)}<apply-form job="4711"><p><a href="/other">Apply on paper</a></p></apply-form>`,
  light: (origin: string) =>
    `${scriptTag(origin)}<apply-form job="4711" isolation="light"><div><a href="/other">Apply on paper</a></div></apply-form>`,
  script: (origin: string) => scriptTag(origin, 'data-apply-job="4711"'),
  iframe: (origin: string) => frameTag(origin, 'job=4711'),
};

export type MorphingPlace = keyof typeof forms;
export const morphingPlaces: readonly MorphingPlace[] = ['element', 'light', 'script', 'iframe'];

export const morphingPage = (form: string) =>
  careersPage(`${form}<p>Two people look at this page.</p>`, {
    css: 'body { color: #fff; background: #123 }',
  }).replace('</title>', '</title><meta name="turbo-refresh-method" content="morph">');

export const morphingForm = (origin: string, place: MorphingPlace) => morphingPage(forms[place](origin));

export async function openMorphing(page: Page, address: string, place: MorphingPlace): Promise<Applicant> {
  await page.goto(address);
  return formOn(place === 'iframe' ? page.frameLocator('iframe') : page);
}

/** Adds `refreshPage` to the page, with the code that all such libraries share. */
export const bringMorph = (page: Page) =>
  page.addInitScript(() => {
    function morph(old: Element, fresh: Element): void {
      for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
      for (const { name, value } of fresh.attributes)
        if (old.getAttribute(name) !== value) old.setAttribute(name, value);
      let current = old.firstChild;
      for (const wanted of [...fresh.childNodes]) {
        while (current && current.nodeName !== wanted.nodeName) current = removeAndGetNext(current);
        if (current instanceof Element && wanted instanceof Element) morph(current, wanted);
        if (current) current = current.nextSibling;
        else old.append(document.importNode(wanted, true));
      }
      while (current) current = removeAndGetNext(current);
    }
    function removeAndGetNext(node: ChildNode): ChildNode | null {
      const { nextSibling } = node;
      node.parentNode?.removeChild(node);
      return nextSibling;
    }
    const parse = (html: string) => new DOMParser().parseFromString(html, 'text/html').body;
    const refreshPage = async () => morph(document.body, parse(await (await fetch(location.href)).text()));
    Object.assign(window, { refreshPage });
  });

export const refresh = (page: Page) => page.evaluate('refreshPage()');

const packages = new URL('../node_modules/', import.meta.url);
const fresh = `new DOMParser().parseFromString(await (await fetch(location.href)).text(), 'text/html').body`;

/** The files of each library, which are added after the form has loaded, and the script that refreshes the page with it. */
export const morphLibraries = {
  morphdom: {
    files: ['morphdom/dist/morphdom-umd.js'],
    script: `(async () => void morphdom(document.body, ${fresh}))()`,
  },
  Turbo: {
    files: ['@hotwired/turbo/dist/turbo.es2017-umd.js'],
    script: `new Promise((resolve) => {
      addEventListener('turbo:load', resolve, { once: true });
      Turbo.session.refresh(location.href);
    })`,
  },
  'Alpine, as in Livewire': {
    files: ['@alpinejs/morph/dist/cdn.js', 'alpinejs/dist/cdn.js'],
    script: `(async () =>
      void Alpine.morph(document.querySelector('main'), (${fresh}).querySelector('main').outerHTML))()`,
  },
};

export async function bringLibrary(page: Page, files: readonly string[]): Promise<void> {
  for (const file of files) await page.addScriptTag({ path: fileURLToPath(new URL(file, packages)) });
}

/** Types while the page updates itself. Returns the text, and the state of the form and the page before and after. */
export async function typeWhile(
  page: Page,
  applicant: Applicant,
  update: () => Promise<unknown>,
): Promise<{ readonly before: unknown; readonly after: unknown; readonly typed: string }> {
  const input = applicant.detail('first_name');
  const field = await input.elementHandle();
  await input.fill('AdaLovelace');
  for (let step = 0; step < 8; step += 1) await input.press('ArrowLeft');
  await applicant.settle();
  const read = async () => ({
    height: await page.locator('apply-form, iframe').evaluate((host) => host.getBoundingClientRect().height),
    scroll: await page.evaluate('scrollY'),
    forms: await applicant.place.locator('apply-form[data-state=ready]').count(),
    isSame: await field?.evaluate((node) => node.isConnected),
    fallbacks: await applicant.place.getByText('Apply on paper').filter({ visible: true }).count(),
    errors: await applicant.place.locator('[part~=error]').count(),
    fields: await applicant.place.locator('[data-detail=first_name]').count(),
  });
  const before = await read();
  for (const letter of [' ', 'K', 'i', 'n', 'g']) {
    await update();
    await page.keyboard.type(letter);
  }
  return { before, after: await read(), typed: await input.inputValue() };
}
