/** A translator puts elements in the places of our texts: what is said stays as true as without one. */
import type { Page } from 'playwright/test';
import type { Applicant } from '../support/applicant.ts';
import { comesToRest } from '../support/at-rest.ts';
import { visit } from '../support/form-places.ts';
import { walks } from '../support/form-states.ts';
import { questionKinds } from '../support/question-kinds.ts';
import { RiggedProxy } from '../support/rigged-proxy.ts';
import { type Translator, translate, translators, untranslated } from '../support/translator.ts';
import { deepUnless, expect, test } from '../support/with-server.ts';

/** What is different each time. */
const own = /(\w{4}-){2}\w{4}|\d{1,2}:\d\d( [AP]M)?/g;

/** What can be read in the form, line by line, without what is only said aloud for a moment. */
const readable = (page: Page): Promise<readonly string[]> =>
  page.locator('apply-form').evaluate((element, changing) => {
    const walker = document.createTreeWalker(
      element.querySelector('apply-form-root') ?? element.shadowRoot ?? document,
      NodeFilter.SHOW_TEXT,
    );
    const lines = new Map<Element, string>();
    while (walker.nextNode()) {
      let line = walker.currentNode.parentElement;
      if (!line?.checkVisibility() || line.closest('style, option, [role=status]')) continue;
      while (line && getComputedStyle(line).display === 'inline') line = line.parentElement;
      if (line) lines.set(line, `${lines.get(line) ?? ''}${walker.currentNode.textContent}`);
    }
    return [...lines.values()].map((text) => text.replace(changing, '…').trim()).filter(Boolean);
  }, own);

type Seen = Map<string, readonly string[]>;

for (const translator of translators)
  for (const way of walks)
    test(
      `the same words are seen through a translator of ${translator}: ${way.name}`,
      deepUnless(translator === 'texts' && way.name === 'makeMistakes'),
      async ({ context, server, sandbox, host }) => {
        const [kind] = questionKinds;
        if (!kind) throw new Error('There is no such kind.');
        const go = async (by: Translator | null, look: (page: Page, state: string) => Promise<void>) => {
          const page = await context.newPage();
          const thrown: string[] = [];
          page.on('pageerror', ({ message }) => thrown.push(message));
          page.on(
            'console',
            (line) => line.type() === 'error' && !/status of/.test(line.text()) && thrown.push(line.text()),
          );
          if (by) await translate(page, by);
          const open = (): Promise<Applicant> =>
            visit(
              { page, server, sandbox, host },
              { place: 'form page', form: 'one-of-each', language: 'en' },
            );
          await way({ rig: await RiggedProxy.before(page), kind, open, look: (state) => look(page, state) });
          expect(thrown).toEqual([]);
          await page.close();
        };
        const seen: Seen = new Map();
        await go(null, async (page, state) => {
          await comesToRest(page);
          seen.set(state, await readable(page));
        });
        await go(translator, async (page, state) => {
          await expect.poll(() => readable(page), state).toEqual(seen.get(state));
          expect(await untranslated(page.locator('apply-form')), state).toEqual([]);
        });
      },
    );
