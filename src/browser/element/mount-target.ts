/** Where the form is drawn, and what becomes of the light children: the host's fallback. */
import { adoptStyles } from './style-sheet.ts';

export interface MountTarget {
  readonly root: ShadowRoot | HTMLElement;
  /** The host has given one. */
  hasFallback(): boolean;
  /** Shows it where the form has no `<slot>` for it. */
  showFallback(shown: boolean): void;
  /** Adds styles to the first ones. */
  adopt(styles: string): void;
  leave(): void;
}

/** @param styles those of the first load; others are added later */
export type CreateMountTarget = (element: HTMLElement, styles: string) => MountTarget;

export const shadowMountTarget: CreateMountTarget = (element, styles) => {
  const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
  const adopt = (more: string) => adoptStyles(root, more);
  adopt(styles);
  return {
    root,
    adopt,
    hasFallback: () => [...element.childNodes].some(isShown),
    showFallback() {},
    leave() {},
  };
};

export const isShown = (child: ChildNode): boolean =>
  child instanceof Element || (child instanceof Text && child.data.trim() !== '');
