/** A browser's translator replaces our texts by elements, and the form must still show the right text. */
import type { Page } from 'playwright/test';
import { comesToRest } from '../support/at-rest.ts';
import { visit } from '../support/form-places.ts';
import { walks } from '../support/form-states.ts';
import { questionKinds } from '../support/question-kinds.ts';
import { RiggedProxy } from '../support/rigged-proxy.ts';
import { deepUnless, expect, test } from '../support/with-server.ts';

/** Acts like the translators of Google, Chrome and Edge, without translating: it moves each text into an element. */
const translate = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const translateTexts = (root: Element) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode()) {
        const { currentNode: text } = walker;
        if (text instanceof Text && text.data.trim() && !text.parentElement?.closest('font, style'))
          texts.push(text);
      }
      for (const text of texts) {
        const [outer, inner] = [document.createElement('font'), document.createElement('font')];
        outer.append(inner);
        inner.append(text.data);
        text.replaceWith(outer);
      }
    };
    const look = () => document.querySelectorAll('apply-form-root').forEach(translateTexts);
    const observer = new MutationObserver(() => {
      observer.disconnect();
      look();
      watch();
    });
    const watch = () => observer.observe(document, { subtree: true, childList: true, characterData: true });
    watch();
  });

/** Texts that differ each time. */
const own = /(\w{4}-){2}\w{4}|\d{1,2}:\d\d( [AP]M)?/g;

/** The visible lines of the form, without short announcements. */
const readable = (page: Page): Promise<readonly string[]> =>
  page.locator('apply-form-root').evaluate((root, changing) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const lines = new Map<Element, string>();
    while (walker.nextNode()) {
      let line = walker.currentNode.parentElement;
      if (!line?.checkVisibility() || line.closest('style, option, [role=status]')) continue;
      while (line && getComputedStyle(line).display === 'inline') line = line.parentElement;
      if (line) lines.set(line, `${lines.get(line) ?? ''}${walker.currentNode.textContent}`);
    }
    return [...lines.values()].map((text) => text.replace(changing, '…').trim()).filter(Boolean);
  }, own);

for (const way of walks)
  test(
    `the same words show through a translator: ${way.name}`,
    deepUnless(way.name === 'makeMistakes'),
    async ({ context, server, sandbox, host }) => {
      const [kind] = questionKinds;
      if (!kind) throw new Error('There is no kind of question.');
      const go = async (isTranslated: boolean, look: (page: Page, state: string) => Promise<void>) => {
        const page = await context.newPage();
        const thrown: string[] = [];
        page.on('pageerror', ({ message }) => thrown.push(message));
        if (isTranslated) await translate(page);
        const around = { page, server, sandbox, host };
        const open = () => visit(around, { place: 'form page', form: 'one-of-each', language: 'en' });
        await way({ rig: await RiggedProxy.before(page), kind, open, look: (state) => look(page, state) });
        expect(thrown).toEqual([]);
        await page.close();
      };
      const seen = new Map<string, readonly string[]>();
      await go(false, async (page, state) => {
        await comesToRest(page);
        seen.set(state, await readable(page));
      });
      await go(true, async (page, state) => {
        await expect.poll(() => readable(page), state).toEqual(seen.get(state));
        expect(await page.locator('apply-form-root font font').count(), state).toBeGreaterThan(0);
      });
    },
  );
