/**
 * Our rules for a page without a shadow root between: they reach nothing else of it, and any rule of the page that
 * names what it means wins over them. They stand in a layer, which every rule outside of layers beats; a page that has
 * layers of its own can name `apply-form` first. A reset (`* { margin: 0 }`) means no form: the last two rules, after
 * it and as weak, give back what it took.
 */

/** Class of what the rules stand below: the host's fallback is beside it. */
export const lightRoot = 'af-light';

/** What the page hands down (font, size, spacing) comes in, but for the tokens. */
const asThePage = '.af{font-size:var(--apply-font-size,inherit);line-height:inherit;text-align:start}';

const element = 'apply-form:not([hidden]){display:block}';
const afterResets = ':where(.af,.af *),:where(.af *)::before,:where(.af *)::after{all:revert-layer}';

function lightStyles(css: string): string {
  // No rule can hold them.
  const frames = css.indexOf('@keyframes');
  const rules = css
    .slice(0, frames < 0 ? undefined : frames)
    .replace(/all:\s*initial;/, '')
    .replace(/:host\((\[[^\]]*\])\)/g, `apply-form$1 &`)
    .replace(/:host[^{]*\{[^}]*\}/g, '');
  const hoisted = frames < 0 ? '' : css.slice(frames);
  return `@layer apply-form{${element}.${lightRoot}{${rules}${asThePage}}}${afterResets}${hoisted}`;
}

/** Rules within rules: Chrome 112, Safari 16.5, Firefox 117. */
export const canBeLight = (): boolean => CSS.supports('selector(&)');

/** Where the element stands: in a host's own element it is a shadow root. */
type Page = Document | ShadowRoot;

interface Adopted {
  readonly sheet: CSSStyleSheet;
  forms: number;
}

const adopted = new Map<Page, Adopted>();

/** Once for all light forms of a page; taken away with the last of them by the returned function. */
export function adoptLightStyles(page: Page, css: string): () => void {
  const known = adopted.get(page) ?? { sheet: addSheet(page, lightStyles(css)), forms: 0 };
  adopted.set(page, known);
  known.forms += 1;
  return () => {
    known.forms -= 1;
    if (known.forms > 0) return;
    adopted.delete(page);
    page.adoptedStyleSheets = page.adoptedStyleSheets.filter((sheet) => sheet !== known.sheet);
  };
}

function addSheet(page: Page, text: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  page.adoptedStyleSheets = [...page.adoptedStyleSheets, sheet];
  return sheet;
}
