/**
 * The form in the host's own DOM, for sites that style everything themselves. Without a slot the fallback is removed
 * and restored.
 */

import { adoptLightStyles, canBeLight, lightRoot, lightStyles } from './light-styles.ts';
import { type CreateMountTarget, isShown, type MountTarget } from './mount-target.ts';
import { undoReset } from './page-reset.ts';
import { rareStyles } from './rare-styles.ts';

/**
 * @param lazyStyles styles that are otherwise loaded later: here all are present from the beginning
 * @returns null if the browser is too old for it
 */
export const lightMountTarget = (lazyStyles: string): CreateMountTarget | null =>
  canBeLight()
    ? (element, styles, moved) => createMountTarget(element, styles + lazyStyles + rareStyles, moved)
    : null;

/** Class of what holds the fallback meanwhile. */
const storeName = `${lightRoot}-fallback`;

let count = 0;

function createMountTarget(element: HTMLElement, styles: string, moved: () => void): MountTarget {
  const { root, ...fallback } = divide(element, moved);
  const page = element.getRootNode();
  const leaving = new Map<string, () => void>();
  const adopt = (css: string) => {
    if (!leaving.has(css))
      leaving.set(css, adoptLightStyles(page instanceof ShadowRoot ? page : element.ownerDocument, css));
  };
  adopt(lightStyles(styles));
  const life = new AbortController();
  let undone = '';
  const restore = () => {
    leaving.get(undone)?.();
    leaving.delete(undone);
    undone = undoReset(element);
    adopt(undone);
  };
  restore();
  // The page's own styles may come later.
  addEventListener('load', restore, life);
  return {
    root,
    adopt(more) {
      // All but those of a form that asks for more are here from the beginning.
      if (!styles.includes(more)) adopt(lightStyles(more));
    },
    ...fallback,
    leave() {
      life.abort();
      fallback.leave();
      for (const leave of leaving.values()) leave();
    },
  };
}

/** The form, and what holds the host's fallback while it is not shown. */
function divide(element: HTMLElement, moved: () => void) {
  takeStock(element);
  // Or a page that compares itself with fresh HTML would take it for a part of the fallback.
  const root = element.ownerDocument.createElement('apply-form-root');
  root.className = lightRoot;
  root.id = `${lightRoot}-${++count}`;
  // In the page, so that copies of it have the fallback, too.
  const store = element.ownerDocument.createElement('template');
  store.className = storeName;
  const fallback = store.content;
  let isShowing = false;
  const given = () => [...element.childNodes].filter((child) => child !== root && child !== store);
  // Each time: a parser may add children after the element itself.
  const takeOut = () => fallback.append(...given());
  takeOut();
  element.append(root, store);
  // Such a page takes away both, and brings another fallback.
  const observer = new MutationObserver(() => {
    if (store.parentNode !== element) {
      if (given()[0]) fallback.replaceChildren();
      element.prepend(store);
    }
    if (!isShowing) takeOut();
    if (root.parentNode === element) return;
    element.prepend(root);
    moved();
  });
  observer.observe(element, { childList: true });
  return {
    root,
    hasFallback: () => [...fallback.childNodes, ...given()].some(isShown),
    showFallback(shown: boolean) {
      isShowing = shown;
      if (shown) element.append(fallback);
      else takeOut();
    },
    leave() {
      observer.disconnect();
      root.replaceWith(fallback);
      store.remove();
    },
  };
}

/** What a copy of the page brings along: a form that nothing moves any more, and the fallback that waited beside it. */
function takeStock(element: HTMLElement): void {
  for (const child of [...element.children]) {
    if (child.classList.contains(lightRoot)) child.remove();
    else if (child instanceof HTMLTemplateElement && child.className === storeName)
      child.replaceWith(child.content);
  }
}
