/** Pages that are dark and do not say so: without `color-scheme` their form would be a light one on dark ground. */

/** Green carries most of a colour's light. @param color as a browser computes it; another writing counts as dark */
export const isLight = (color: string): boolean => /^rgb\(\d+, (1[3-9]|2\d)\d/.test(color);

/** Light text on a page that names no scheme makes the form dark. */
export function followInk(element: HTMLElement): void {
  const { color, colorScheme } = getComputedStyle(element);
  if (colorScheme === 'normal' && isLight(color)) element.style.colorScheme = 'dark';
}
