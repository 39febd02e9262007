/**
 * The form's styles, without a `<style>` that a security policy would have to allow. Browsers that cannot adopt a sheet
 * (Safari before 16.4) cannot read the script either.
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

/** Once for a root, however often it is asked. */
export function adoptStyles(root: ShadowRoot, text: string): void {
  const sheet = sheetOf(text);
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}
