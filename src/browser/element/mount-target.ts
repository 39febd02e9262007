/** Where the form is drawn, and what becomes of the light children: the host's fallback. */

export interface MountTarget {
  readonly root: ShadowRoot | HTMLElement;
  /** The host has given one. */
  hasFallback(): boolean;
  /** Shows it where the form has no `<slot>` for it. */
  showFallback(shown: boolean): void;
  /** Adds styles to the first ones. */
  adopt(styles: string): void;
  leave(): void;
}

/**
 * @param styles those of the first load; others are added later
 * @param moved to be called when what is drawn was taken out of the page and put back
 */
export type CreateMountTarget = (element: HTMLElement, styles: string, moved: () => void) => MountTarget;

export const shadowMountTarget = (element: HTMLElement, styles: string): MountTarget => {
  const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
  // What the page declared in it would stay above the form; what a host added later stays.
  if (root.adoptedStyleSheets.length === 0) root.replaceChildren();
  const adopt = (more: string) => adoptStyles(root, more);
  adopt(styles);
  return {
    root,
    adopt,
    hasFallback: () => [...element.childNodes].some(isShown),
    showFallback() {},
    leave() {},
  };
};

export const isShown = (child: ChildNode): boolean =>
  child instanceof Element || (child instanceof Text && child.data.trim() !== '');

const sheets = new Map<string, CSSStyleSheet>();

/** Made once and shared by every form on the page. */
function sheetOf(text: string): CSSStyleSheet {
  const known = sheets.get(text);
  if (known !== undefined) return known;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  sheets.set(text, sheet);
  return sheet;
}

/**
 * Applies styles without a `<style>`, which a security policy would have to allow. Browsers without adopted style sheets
 * (Safari before 16.4) are told that they are too old. Adopted once per root, however often it is called.
 */
function adoptStyles(root: ShadowRoot, text: string): void {
  const sheet = sheetOf(text);
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}
