/** The form's styles in a shadow root, without a `<style>` that a security policy would have to allow. */
import css from '../widget/styles.css?inline';

let shared: CSSStyleSheet | null = null;

function sharedSheet(): CSSStyleSheet {
  if (shared === null) {
    shared = new CSSStyleSheet();
    shared.replaceSync(css);
  }
  return shared;
}

const canAdopt = () => 'adoptedStyleSheets' in Document.prototype && 'replaceSync' in CSSStyleSheet.prototype;

/** Once for a root, however often it is asked. */
export function adoptStyles(root: Document | ShadowRoot): void {
  if (!canAdopt()) {
    addStyleElement(root);
    return;
  }
  const sheet = sharedSheet();
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}

/** Safari before 16.4 cannot adopt style sheets. */
function addStyleElement(root: Document | ShadowRoot): void {
  const place = root instanceof Document ? root.head : root;
  if (place.querySelector('style[data-apply-form]') !== null) return;
  const style = document.createElement('style');
  style.dataset['applyForm'] = '';
  style.textContent = css;
  place.append(style);
}
