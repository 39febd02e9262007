/** Where the form is drawn: in a shadow root, or in the host's own DOM; and in which scheme its surroundings are. */

export interface MountTarget {
  readonly root: ShadowRoot | HTMLElement;
  /** The host has given a fallback: its own children of the element. */
  hasFallback(): boolean;
  /** Shows the fallback if the form has no `<slot>` for it. */
  showFallback(shown: boolean): void;
  /** Adds styles to the first ones. */
  adopt(styles: string): void;
  leave(): void;
}

/** Element that contains the form in the host's own DOM, apart from the fallback. */
const ROOT = 'apply-form-root';
let count = 0;

/** The node that contains an element's form. */
export const formRootOf = (element: Element): Element | ShadowRoot =>
  element.querySelector(`:scope > ${ROOT}`) ?? element.shadowRoot ?? element;

export function shadowMountTarget(element: HTMLElement, styles: string): MountTarget {
  const root = shadowOf(element);
  adoptStyles(root, styles);
  return {
    root,
    adopt: (more) => adoptStyles(root, more),
    hasFallback: () => [...element.childNodes].some(isShown),
    showFallback() {},
    leave() {},
  };
}

/**
 * The form is a child of the element, in a slot, so that form fillers find its fields and the page's own rules
 * apply. The fallback has no slot until it is shown, so it stays where the host put it.
 *
 * @param moved called after the form was removed from the page and put back
 */
export function lightMountTarget(element: HTMLElement, styles: string, moved: () => void): MountTarget {
  const shadow = shadowOf(element);
  const [own, fallback] = [document.createElement('slot'), document.createElement('slot')];
  own.name = ROOT;
  fallback.hidden = true;
  shadow.replaceChildren(own, fallback);
  // A copy of the page contains a form that nothing controls any more.
  element.querySelector(`:scope > ${ROOT}`)?.remove();
  const root = document.createElement(ROOT);
  root.slot = ROOT;
  // Without an id, morphdom would move its children with ids out of it before it removes it.
  root.id = `${ROOT}-${++count}`;
  element.append(root);
  // A page that refreshes itself with fresh HTML removes elements that the new HTML lacks.
  const observer = new MutationObserver(() => {
    if (root.parentNode === element) return;
    element.append(root);
    moved();
  });
  observer.observe(element, { childList: true });
  const adopt = (more: string) => {
    adoptStyles(shadow, more);
    const around = element.getRootNode();
    if (around instanceof Document || around instanceof ShadowRoot) adoptStyles(around, more);
  };
  adopt(styles);
  return {
    root,
    adopt,
    hasFallback: () => [...element.childNodes].some((child) => child !== root && isShown(child)),
    showFallback(shown) {
      fallback.hidden = !shown;
    },
    leave() {
      observer.disconnect();
      root.remove();
    },
  };
}

function shadowOf(element: HTMLElement): ShadowRoot {
  const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
  // A declarative shadow root's content would stay above the form; later additions of the host stay.
  if (root.adoptedStyleSheets.length === 0) root.replaceChildren();
  return root;
}

const isShown = (child: ChildNode): boolean =>
  child instanceof Element || (child instanceof Text && child.data.trim() !== '');

/** Made once and shared by every form on the page. */
const sheets = new Map<string, CSSStyleSheet>();

/**
 * Applies styles without a `<style>`, which a security policy would have to allow. Browsers without adopted style sheets
 * (Safari before 16.4) show a message that they are too old. Adopted once per root, however often it is called.
 */
function adoptStyles(root: Document | ShadowRoot, text: string): void {
  const sheet = sheets.get(text) ?? new CSSStyleSheet();
  if (!sheets.has(text)) sheet.replaceSync(text);
  sheets.set(text, sheet);
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}

/** Judges by green, which carries most of a colour's light. @param color as computed by a browser; other notations count as dark */
export const isLight = (color: string): boolean => /^rgb\(\d+, (1[3-9]|2\d)\d/.test(color);

/** Light text on a page that names no scheme makes the form dark. */
export function followInk(element: HTMLElement): void {
  const { color, colorScheme } = getComputedStyle(element);
  if (colorScheme === 'normal' && isLight(color)) element.style.colorScheme = 'dark';
}
