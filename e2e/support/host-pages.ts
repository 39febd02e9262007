/** Pages of other companies: real files, which the sandbox shows under `/hosts`, on another origin than the form's server. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { Applicant, fileOf, formOn } from './applicant.ts';
import type { Server } from './apply-form-server.ts';
import type { HostServer } from './host-server.ts';

export const hostPageNames = [
  'strict-policy',
  'hostile-styles',
  'right-to-left',
  'light-mode',
  'two-jobs',
  'script-twice',
  'own-component',
  'script-blocked',
  'slow-network',
  're-rendering',
  'single-page',
  'job-list',
] as const;

export type HostPageName = (typeof hostPageNames)[number];

export interface Surroundings {
  readonly page: Page;
  readonly server: Server;
  readonly host: HostServer;
}

interface Visit {
  readonly headers?: Readonly<Record<string, string>>;
  /** Changes the HTML of the page. */
  readonly change?: (html: string) => string;
}

export const htmlOf = (name: HostPageName, server: Server): string =>
  readFileSync(new URL(`../hosts/${name}.html`, import.meta.url), 'utf8').replaceAll(
    '__APPLY_ORIGIN__',
    server.origin,
  );

/** Opens the page without waiting for the form. */
export async function openHostPage(
  { page, server, host }: Surroundings,
  name: HostPageName,
  { headers = {}, change = (html) => html }: Visit = {},
): Promise<Applicant> {
  // A test may delay requests, so this does not wait for the load event.
  await page.goto(host.show(change(htmlOf(name, server)), headers), { waitUntil: 'domcontentloaded' });
  return new Applicant(page);
}

/** Makes the simplest page that a careers site could have. */
export const careersPage = (body: string, { lang = 'en', css = '' } = {}) => `<!doctype html>
<html lang="${lang}" dir="${lang === 'ar' ? 'rtl' : 'ltr'}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Jobs</title>
    <link rel="icon" href="data:," />
    ${css === '' ? '' : `<style>${css}</style>`}
  </head>
  <body><main><h1>Jobs</h1>${body}</main></body>
</html>`;

/** Forbids inline styles, strings as scripts or script addresses, and resources of other origins. */
export const strictPolicy = (origin: string) =>
  `default-src 'none'; script-src ${origin}; connect-src ${origin}; style-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'`;

export const scriptTag = (origin: string, attributes = '') =>
  `<script type="module" async src="${origin}/apply-form.js" ${attributes}></script>`;

/** An iframe of the default tenant, with the script that sets its height. */
export const frameTag = (origin: string, fragment: string) =>
  `<iframe src="${origin}/frame/default#${fragment}" title="Application form" data-apply-frame></iframe>
  <script src="${origin}/frame.js"></script>`;

/** The ways to embed the form of a job or posting, named as in `job="4712"`. */
export const embeddings = {
  element: (origin: string, access: string) =>
    `${scriptTag(origin)}<apply-form id="apply" ${access}></apply-form>`,
  'script tag': (origin: string, access: string) => scriptTag(origin, `data-apply-${access}`),
  iframe: (origin: string, access: string) => frameTag(origin, access.replaceAll('"', '')),
};
export type Embedding = keyof typeof embeddings;

/** Opens a host page that embeds the form in this way, and waits for the form. */
export async function meetEmbedded(page: Page, address: string, embedding: Embedding): Promise<Applicant> {
  await page.goto(address);
  return formOn(embedding === 'iframe' ? page.frameLocator('iframe') : page);
}

/** Enters the shortest application that `engineer` accepts. */
export async function fillInEngineer(applicant: Applicant): Promise<void> {
  await applicant.answer('101', 'A timetable planner');
  await applicant.answer('102', '5');
  await applicant.answer('103', ['Rust']);
  await applicant.answer('104', 'A planner');
  await applicant.question('106').locator('input[type=file]').setInputFiles(fileOf('cv.pdf'));
  await applicant.answer('108', { from: '2021-02-01', to: '2026-11-01' });
  await applicant.answer('109', '2027-06-30');
  await applicant.answer('110', ['In the Ghent office']);
  await applicant.answer('111', true);
}

/** Errors and violations on a page while it was shown. */
export interface Trouble {
  /** Errors in scripts and in the console. */
  readonly errors: readonly string[];
  /** Returns the violations of the page's policy. */
  violations(): Promise<readonly string[]>;
}

/** Must be called before the page is opened. */
export async function watchForTrouble(page: Page): Promise<Trouble> {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await page.addInitScript(() => {
    const refused: string[] = [];
    Object.assign(window, { refused });
    document.addEventListener('securitypolicyviolation', (event) =>
      refused.push(`${event.effectiveDirective} ${event.blockedURI} ${event.sample}`),
    );
  });
  return { errors, violations: () => page.evaluate<string[]>('refused') };
}

/** Never runs idle callbacks, as if the page's main thread were always busy. */
export const keepBusy = (page: Page) =>
  page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
