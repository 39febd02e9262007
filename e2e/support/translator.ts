/** What translators of browsers do to a page, without another language: their elements take the places of its texts. */
import type { Locator, Page } from 'playwright/test';

/**
 * `texts`: each text becomes an element, as Google's, Chrome's and Edge's do. `sentences`: so does a run of texts and
 * elements in one line, which are moved into it. `copies`: a paragraph is replaced by copies of what was in it.
 */
export const translators = ['texts', 'sentences', 'copies'] as const;
export type Translator = (typeof translators)[number];

/** From now on every form on the page is translated, and again whatever changes in it. */
export const translate = (page: Page, translator: Translator): Promise<unknown> =>
  page.addInitScript((how: Translator) => {
    const isInline = (node: Node) =>
      node instanceof Text ||
      (node instanceof Element && getComputedStyle(node).display.startsWith('inline'));
    const wrap = (nodes: readonly ChildNode[], depth: number) => {
      const fonts = Array.from({ length: depth }, () => document.createElement('font'));
      const [outer, inner = outer] = fonts;
      if (!outer || !inner) return;
      nodes[0]?.replaceWith(outer);
      if (inner !== outer) outer.append(inner);
      inner.append(...nodes);
    };
    const translateTexts = (root: ShadowRoot | Element) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode()) {
        const { currentNode: text } = walker;
        if (text instanceof Text && text.data.trim() && !text.parentElement?.closest('font font, style'))
          texts.push(text);
      }
      // The page's own text is taken out; what is shown is another one.
      for (const text of texts) {
        const shown = new Text(text.data);
        text.replaceWith(shown);
        wrap([shown], 2);
      }
    };
    const translateLines = (root: ShadowRoot | Element) => {
      for (const line of root.querySelectorAll('p, li, small, a, button, .af-heading, .af-words')) {
        const nodes = [...line.childNodes];
        const isRun =
          nodes.length > 1 && nodes.every(isInline) && nodes.some(({ textContent }) => textContent?.trim());
        if (!isRun) continue;
        if (how === 'sentences') wrap(nodes, 1);
        else if (!line.querySelector('a, button, input, svg, [data-copy]')) {
          const copies = nodes.map((node) => node.cloneNode(true));
          line.replaceChildren(...copies);
          line.append(Object.assign(document.createElement('font'), { hidden: true }));
          line.lastElementChild?.setAttribute('data-copy', '');
        }
      }
    };
    const seen = new WeakSet<Node>();
    const follow = (root: ShadowRoot | Element) => {
      if (seen.has(root)) return;
      seen.add(root);
      const again = () => {
        watch.disconnect();
        if (how !== 'texts') translateLines(root);
        translateTexts(root);
        watch.observe(root, { subtree: true, childList: true, characterData: true });
      };
      const watch = new MutationObserver(again);
      again();
    };
    const attach = Element.prototype.attachShadow;
    Element.prototype.attachShadow = function (init) {
      const root = attach.call(this, init);
      follow(root);
      return root;
    };
    const look = () => document.querySelectorAll('apply-form-root').forEach(follow);
    new MutationObserver(look).observe(document, { subtree: true, childList: true });
  }, translator);

/** Texts of the form that no translator has got hold of. */
export const untranslated = (form: Locator): Promise<readonly string[]> =>
  form.evaluate((element) => {
    const root = element.querySelector('apply-form-root') ?? element.shadowRoot ?? element;
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    while (walker.nextNode()) {
      const { textContent, parentElement } = walker.currentNode;
      if (textContent?.trim() && !parentElement?.closest('font, style')) found.push(textContent);
    }
    return found;
  });
