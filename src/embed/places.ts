/** Where the form is drawn, and what becomes of the light children: the host's fallback. */
import styles from '../widget/styles.css?inline';
import { adoptStyles } from './style-sheet.ts';

export interface Place {
  readonly root: ShadowRoot | HTMLElement;
  /** There is a fallback that a `<slot>` of the form can show. */
  slotsChildren(): boolean;
  /** Shows the fallback where no slot can. */
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
    slotsChildren: () => element.childElementCount > 0 || element.textContent?.trim() !== '',
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
    slotsChildren: () => false,
    showFallback: (shown) => (shown ? element.append(...fallback.splice(0)) : takeOut()),
    leave: () => root.replaceWith(...fallback),
  };
}
