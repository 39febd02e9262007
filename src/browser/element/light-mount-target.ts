/**
 * The form in the host's own DOM, for sites that style everything themselves. Without a slot the fallback is removed
 * and restored.
 */

import { adoptLightStyles, canBeLight, lightRoot } from './light-styles.ts';
import { type CreateMountTarget, isShown, type MountTarget } from './mount-target.ts';
import { rareStyles } from './rare-styles.ts';

/**
 * @param lazyStyles styles that are otherwise loaded later: here all are present from the beginning
 * @returns null if the browser is too old for it
 */
export const lightMountTarget = (lazyStyles: string): CreateMountTarget | null =>
  canBeLight() ? (element, styles) => createMountTarget(element, styles + lazyStyles + rareStyles) : null;

function createMountTarget(element: HTMLElement, styles: string): MountTarget {
  const root = element.ownerDocument.createElement('div');
  root.className = lightRoot;
  const fallback: ChildNode[] = [];
  // Each time: a parser may add children after the element itself.
  const takeOut = () => {
    const children = [...element.childNodes].filter((child) => child !== root);
    fallback.push(...children);
    for (const child of children) child.remove();
  };
  takeOut();
  element.append(root);
  const page = element.getRootNode();
  const leaving = new Map<string, () => void>();
  const adopt = (more: string) => {
    if (!leaving.has(more))
      leaving.set(more, adoptLightStyles(page instanceof ShadowRoot ? page : element.ownerDocument, more));
  };
  adopt(styles);
  return {
    root,
    adopt(more) {
      // All but those of a form that asks for more are here from the beginning.
      if (!styles.includes(more)) adopt(more);
    },
    hasFallback: () => [...fallback, ...element.childNodes].some((child) => child !== root && isShown(child)),
    showFallback: (shown) => (shown ? element.append(...fallback.splice(0)) : takeOut()),
    leave() {
      root.replaceWith(...fallback);
      for (const leave of leaving.values()) leave();
    },
  };
}
