/**
 * Applies the form's styles without a `<style>`, which a security policy would have to allow. Browsers without adopted
 * style sheets (Safari before 16.4) cannot run the script either.
 */

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

/** Adopted once per root, however often it is called. */
export function adoptStyles(root: ShadowRoot, text: string): void {
  const sheet = sheetOf(text);
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}
