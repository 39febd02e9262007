/** How the host styles the form in its iframe: the tokens and the colour scheme of the iframe itself. */

import { isLight } from '../host/mount-target.ts';
import type { Texts } from './messages.ts';

const tokens = (
  'font font-size color-text color-muted color-bg color-surface color-border color-accent color-on-accent ' +
  'color-error color-success color-focus focus-width space radius control-height label-weight max-width motion'
)
  .split(' ')
  .map((name) => `--apply-${name}`);

/** The form follows the page around it (theme `auto`), not what the visitor's system prefers. */
const SCHEME = 'color-scheme';
/** Of the text around the iframe. */
const INK = 'color';

/** The properties that the host is asked for. */
export const frameStyles: readonly string[] = [SCHEME, INK, ...tokens];

/** Characters: a list of fonts is long, an image embedded in a value is longer. */
const LONGEST = 500;

/**
 * Values are used only in the form's own rules, and the policy of our page lets none of them load anything from
 * elsewhere (`server/app/site/page-headers.ts`).
 */
export function takeStyles({ style }: HTMLElement, given: Texts): void {
  for (const name of tokens) setStyle(style, name, given[name]);
  // A page that states no scheme is light, unless its text is light.
  const unstated = isLight(given[INK] ?? '') ? 'dark' : 'light';
  setStyle(style, '--host-scheme', given[SCHEME]?.replace('normal', unstated));
}

/** A missing property stays as it is; an empty value restores the form's own. */
function setStyle(style: CSSStyleDeclaration, name: string, value: string | undefined): void {
  if (value !== undefined && value.length <= LONGEST) style.setProperty(name, completed(name, value.trim()));
}

/** A font that the host's page has loaded is not available in the frame. */
const completed = (name: string, value: string): string =>
  name === '--apply-font' && value !== '' ? `${value}, system-ui, sans-serif` : value;
