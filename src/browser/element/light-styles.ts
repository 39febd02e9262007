/**
 * Our rules for a page without a shadow root in between: they affect nothing else in it, and any rule of the page that
 * names the same elements wins over them. They are in a layer, which every unlayered rule beats; a page with layers of
 * its own lists `apply-form` behind that of its reset. A reset (`* { margin: 0 }`) is not aimed at the form: the last two
 * rules, placed after it and with the same weight, restore what it removed. Of resets that name elements see
 * `page-reset.ts`.
 */

/** Class of the element below which the rules apply: the host's fallback is beside it. */
export const lightRoot = 'af-light';

/** Inherits what the page sets (font, size, spacing), except for the tokens. */
const asThePage = '.af{font-size:var(--apply-font-size,inherit);line-height:inherit;text-align:start}';

const element = 'apply-form:not([hidden]){display:block}';
/** As in a shadow root, where no reset in a layer before ours takes it away. */
const lines = 'a{text-decoration:underline}';
const afterResets = ':where(.af,.af *),:where(.af *)::before,:where(.af *)::after{all:revert-layer}';

/** They cannot be nested in a rule. */
const keyframes = /@keyframes [\w-]+\{(?:[^{}@]+\{[^{}]*\})*\}/g;

export function lightStyles(css: string): string {
  const rules = css
    .replace(keyframes, '')
    .replace(/all:\s*initial;/, '')
    .replace(/:host\((\[[^\]]*\])\)/g, `apply-form$1 &`)
    .replace(/:host[^{]*\{[^}]*\}/g, '');
  const frames = css.match(keyframes)?.join('') ?? '';
  return `@layer apply-form{${element}.${lightRoot}{display:block;${lines}${rules}${asThePage}}}${afterResets}${frames}`;
}

/** CSS nesting: Chrome 112, Safari 16.5, Firefox 117. */
export const canBeLight = (): boolean => CSS.supports('selector(&)');

/** The root that contains the element; inside a host's own element that is a shadow root. */
type Page = Document | ShadowRoot;

interface Adopted {
  readonly sheet: CSSStyleSheet;
  forms: number;
}

const adopted = new Map<Page, Map<string, Adopted>>();

/** Adopted once for all light forms of a page; the returned function removes it with the last of them. */
export function adoptLightStyles(page: Page, css: string): () => void {
  const sheets = adopted.get(page) ?? new Map<string, Adopted>();
  adopted.set(page, sheets);
  const known = sheets.get(css) ?? { sheet: addSheet(page, css), forms: 0 };
  sheets.set(css, known);
  known.forms += 1;
  return () => {
    known.forms -= 1;
    if (known.forms > 0) return;
    sheets.delete(css);
    if (sheets.size === 0) adopted.delete(page);
    page.adoptedStyleSheets = page.adoptedStyleSheets.filter((sheet) => sheet !== known.sheet);
  };
}

function addSheet(page: Page, text: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  page.adoptedStyleSheets = [...page.adoptedStyleSheets, sheet];
  return sheet;
}
