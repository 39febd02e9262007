/** Where the form is drawn, and what becomes of the light children: the host's fallback. */
import styles from '../widget/styles.css?inline';
import { adoptStyles } from './style-sheet.ts';

export interface Place {
  readonly root: ShadowRoot | HTMLElement;
  /** The host has given one. */
  hasFallback(): boolean;
  /** Shows it where no `<slot>` of the form can. */
  showFallback(shown: boolean): void;
  /** Styles beside the first ones. */
  adopt(styles: string): void;
  leave(): void;
}

export function shadowPlace(element: HTMLElement): Place {
  const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
  adoptStyles(root, styles);
  return {
    root,
    adopt: (more) => adoptStyles(root, more),
    hasFallback: () => [...element.childNodes].some(isShown),
    showFallback() {},
    leave() {},
  };
}

/** For sites that style everything themselves. Without a slot the fallback is taken out and put back. */
export function lightPlace(element: HTMLElement): Place {
  const root = element.ownerDocument.createElement('div');
  const fallback: ChildNode[] = [];
  // Each time: a parser may add children after the element itself.
  const takeOut = () => {
    const children = [...element.childNodes].filter((child) => child !== root);
    fallback.push(...children);
    for (const child of children) child.remove();
  };
  takeOut();
  element.append(root);
  const adopt = (more: string) => adoptStyles(element.ownerDocument, more);
  adopt(styles);
  return {
    root,
    adopt,
    hasFallback: () => [...fallback, ...element.childNodes].some((child) => child !== root && isShown(child)),
    showFallback: (shown) => (shown ? element.append(...fallback.splice(0)) : takeOut()),
    leave: () => root.replaceWith(...fallback),
  };
}

const isShown = (child: ChildNode): boolean =>
  child instanceof Element || (child instanceof Text && child.data.trim() !== '');
