/** The form's styles, without a `<style>` that a security policy would have to allow. */

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

/** Once for a root, however often it is asked. */
export function adoptStyles(root: ShadowRoot, text: string): void {
  if (!('replaceSync' in CSSStyleSheet.prototype)) addStyleElement(root, text);
  else if (!root.adoptedStyleSheets.includes(sheetOf(text)))
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheetOf(text)];
}

/** Safari before 16.4 cannot adopt style sheets. */
function addStyleElement(root: ShadowRoot, text: string): void {
  const known = [...root.querySelectorAll('style')];
  if (known.some((style) => style.textContent === text)) return;
  const style = document.createElement('style');
  style.textContent = text;
  root.append(style);
}
