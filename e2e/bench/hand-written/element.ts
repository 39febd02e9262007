import type { Shape } from '../../../src/ui/icon/icon.tsx';

type Attributes = Readonly<Record<string, string | number | boolean | null>>;

/** An element with attributes; one that is null is left out. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const name in attributes) {
    const value = attributes[name];
    if (value !== null && value !== undefined) made.setAttribute(name, String(value));
  }
  made.append(...children);
  return made;
}

export function drawIcon({ name, path }: Shape): SVGElement {
  const icon = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  icon.setAttribute('class', `af-icon af-is-${name}`);
  icon.setAttribute('viewBox', '0 0 20 20');
  icon.setAttribute('aria-hidden', 'true');
  const outline = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  outline.setAttribute('d', path);
  icon.append(outline);
  return icon;
}
