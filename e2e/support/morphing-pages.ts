/** Pages that refresh themselves by comparing what is there with fresh HTML of their server, which has no form yet. */
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright/test';
import { Applicant } from './applicant.ts';
import type { Server } from './apply-form-server.ts';
import { formIn } from './framed.ts';
import type { HostServer } from './host-server.ts';

const fallback = '<p><a href="/other">Apply on paper</a></p>';

/** The fallback of the light one has the tag names that a form could be taken for. */
const places = {
  element: (origin: string) =>
    `<script type="module" src="${origin}/apply-form.js"></script><apply-form job="4711">${fallback}</apply-form>`,
  light: (origin: string) =>
    `<script type="module" src="${origin}/apply-form.js"></script>
    <apply-form job="4711" isolation="light"><div>${fallback}</div><div>Or by post</div></apply-form>`,
  script: (origin: string) =>
    `<script type="module" src="${origin}/apply-form.js" data-apply-job="4711"></script>`,
  iframe: (origin: string) =>
    `<iframe src="${origin}/frame/default#job=4711" data-apply-frame></iframe><script src="${origin}/frame.js"></script>`,
};

export type MorphingPlace = keyof typeof places;
export const morphingPlaces: readonly MorphingPlace[] = ['element', 'light', 'script', 'iframe'];

export const morphingPage = (form: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="turbo-refresh-method" content="morph">
    <meta name="turbo-refresh-scroll" content="preserve">
    <title>Jobs</title><link rel="icon" href="data:,">
    <style>body { color: #fff; background: #123 } main { background: #234 }</style>
  </head>
  <body><header><h1>Jobs</h1></header><main>${form}</main><footer>Two people look at this page.</footer></body>
</html>`;

interface Surroundings {
  readonly page: Page;
  readonly server: Server;
  readonly host: HostServer;
}

export async function openMorphing(
  { page, server, host }: Surroundings,
  place: MorphingPlace,
  change = (html: string) => html,
): Promise<Applicant> {
  await page.goto(host.show(change(morphingPage(places[place](server.origin)))));
  const applicant = place === 'iframe' ? await formIn(page) : new Applicant(page);
  await applicant.state().and(applicant.place.locator('[data-state=ready]')).first().waitFor();
  return applicant;
}

/** Brings `refreshPage` into the page, with the few lines that all such libraries have in common. */
export const bringMorph = (page: Page) =>
  page.addInitScript(() => {
    function morph(old: Element, fresh: Element): void {
      for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
      for (const { name, value } of fresh.attributes)
        if (old.getAttribute(name) !== value) old.setAttribute(name, value);
      let there = old.firstChild;
      for (const wanted of [...fresh.childNodes]) {
        while (there && !fits(there, wanted)) there = removed(there);
        if (there instanceof Element && wanted instanceof Element) morph(there, wanted);
        if (there) there = there.nextSibling;
        else old.append(document.importNode(wanted, true));
      }
      while (there) there = removed(there);
    }
    function removed(node: ChildNode): ChildNode | null {
      const { nextSibling } = node;
      node.parentNode?.removeChild(node);
      return nextSibling;
    }
    const idOf = (node: Node) => (node instanceof Element ? node.id : '');
    const fits = (old: Node, fresh: Node) => old.nodeName === fresh.nodeName && idOf(old) === idOf(fresh);
    const parse = (html: string) => new DOMParser().parseFromString(html, 'text/html').body;
    const refreshPage = async (change = (html: string) => html) =>
      morph(document.body, parse(change(await (await fetch(location.href)).text())));
    Object.assign(window, { refreshPage });
  });

export const refresh = (page: Page) => page.evaluate('refreshPage()');

const packages = new URL('../node_modules/', import.meta.url);
const add = (page: Page, file: string) => page.addScriptTag({ path: fileURLToPath(new URL(file, packages)) });
const fresh = `new DOMParser().parseFromString(await (await fetch(location.href)).text(), 'text/html').body`;

/** Brings a library into the page, once its form is there; the script refreshes the page. */
export const morphLibraries: Readonly<Record<string, (page: Page) => Promise<string>>> = {
  async Idiomorph(page) {
    await add(page, 'idiomorph/dist/idiomorph.js');
    return `(async () => void Idiomorph.morph(document.body, ${fresh}))()`;
  },
  async morphdom(page) {
    await add(page, 'morphdom/dist/morphdom-umd.js');
    return `(async () => void morphdom(document.body, ${fresh}))()`;
  },
  async Turbo(page) {
    await add(page, '@hotwired/turbo/dist/turbo.es2017-umd.js');
    return `new Promise((resolve) => {
      addEventListener('turbo:load', resolve, { once: true });
      Turbo.session.refresh(location.href);
    })`;
  },
  async 'Alpine, as in Livewire'(page) {
    await add(page, '@alpinejs/morph/dist/cdn.js');
    await add(page, 'alpinejs/dist/cdn.js');
    const main = `(${fresh}).querySelector('main').outerHTML`;
    return `(async () => void Alpine.morph(document.querySelector('main'), ${main}))()`;
  },
};

const look = ({ place }: Applicant) => ({
  state: place.locator('apply-form[data-state=ready]'),
  block: place.locator('[data-detail=first_name]'),
  fallback: place.getByText('Apply on paper'),
});

/** What a host sees of the form's place: how high it is, and what is written on it. */
const outside = (page: Page) =>
  page.locator('apply-form, iframe').evaluate((element) => {
    const { height } = element.getBoundingClientRect();
    const { colorScheme } = getComputedStyle(element);
    return {
      height,
      colorScheme,
      title: element.getAttribute('title'),
      style: element.getAttribute('style'),
    };
  });

/** Types while the page refreshes itself: the form is the same, with what was typed, its focus, its caret, its place. */
export async function typeWhile(
  page: Page,
  applicant: Applicant,
  again: () => Promise<unknown>,
): Promise<{ readonly before: unknown; readonly after: unknown; readonly typed: string }> {
  const { state, block, fallback: link } = look(applicant);
  const input = applicant.detail('first_name');
  const field = await input.elementHandle();
  await input.fill('AdaLovelace');
  for (let place = 0; place < 8; place += 1) await input.press('ArrowLeft');
  await applicant.settle();
  const read = async () => ({
    ...(await outside(page)),
    scroll: await page.evaluate('scrollY'),
    forms: await state.count(),
    isSame: await field?.evaluate((node) => node.isConnected),
    fallbacks: await link.filter({ visible: true }).count(),
    errors: await applicant.place.locator('[part~=error]').count(),
    fields: await block.count(),
  });
  const before = await read();
  for (const letter of [' ', 'K', 'i', 'n', 'g']) {
    await again();
    await page.keyboard.type(letter);
  }
  return { before, after: await read(), typed: await input.inputValue() };
}
