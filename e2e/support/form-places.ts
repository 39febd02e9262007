/** The four places where a form can be shown, and how to open them in a language. */
import type { Page } from 'playwright/test';
import { Applicant } from './applicant.ts';
import type { Server } from './apply-form-server.ts';
import { careersPage, frameTag, scriptTag } from './host-pages.ts';
import type { HostServer } from './host-server.ts';
import type { Sandbox } from './sandbox.ts';

export const placeNames = ['demo', 'form page', 'script', 'iframe'] as const;
export type PlaceName = (typeof placeNames)[number];

export interface Visit {
  readonly place: PlaceName;
  readonly form: string;
  readonly language: string;
  /** Options of the link or the script, for pages of our own. */
  readonly theme?: string;
}

interface Surroundings {
  readonly page: Page;
  readonly server: Server;
  readonly sandbox: Sandbox;
  readonly host: HostServer;
}

/** Opens the page without waiting for the form. */
export async function visit(around: Surroundings, options: Visit): Promise<Applicant> {
  await openers[options.place](around, options);
  return new Applicant(options.place === 'iframe' ? around.page.frameLocator('iframe[title]') : around.page);
}

const openers: Readonly<Record<PlaceName, (around: Surroundings, options: Visit) => Promise<unknown>>> = {
  demo: ({ page, server }, { form, language, theme = 'auto' }) =>
    page.goto(`${server.origin}/?form=${form}&lang=${language}&theme=${theme}`),
  async 'form page'({ page, server, sandbox }, { form, language, theme }) {
    const { token } = await sandbox.apply(form);
    // Two forms differ only in the fragment, so the page would be left some time after `goto` has ended.
    await page.goto('about:blank');
    await page.goto(`${server.origin}/form#token=${token}&lang=${language}${withTheme(theme)}`);
  },
  async script({ page, server, sandbox, host }, { form, language, theme = 'auto' }) {
    const { token } = await sandbox.apply(form);
    const tag = scriptTag(server.origin, `data-apply-token="${token}" data-apply-theme="${theme}"`);
    await page.goto(host.show(careersPage(tag, { lang: language, css })));
  },
  async iframe({ page, server, sandbox, host }, { form, language, theme }) {
    const { token } = await sandbox.apply(form);
    const frame = frameTag(server.origin, `token=${token}&lang=${language}${withTheme(theme)}`);
    await page.goto(host.show(careersPage(frame, { lang: language, css })));
  },
};

const withTheme = (theme: string | undefined) => (theme === undefined ? '' : `&theme=${theme}`);

const css = `:root { color-scheme: light dark; color: CanvasText; background: Canvas; font-family: sans-serif }
main { max-width: 44rem; margin: auto } iframe { display: block; width: 100%; height: 30rem; border: 0 }`;
