/**
 * In the built `inspector.js` every import of preact leads here (vite.config.ts): the page hands over the copy that
 * its form runs on, since a second copy would know nothing of the form's signals.
 */
import type * as Preact from 'preact';

export type HandedPreact = Pick<typeof Preact, 'h' | 'Fragment' | 'render'>;

export let h: HandedPreact['h'];
export let Fragment: HandedPreact['Fragment'];
export let render: HandedPreact['render'];

/** To be called before anything is drawn. */
export function takePreact(handed: HandedPreact): void {
  ({ h, Fragment, render } = handed);
}

/** What JSX is compiled to; `h` finds the children among the properties. */
export const jsx = (type: string, properties: object, key?: string) =>
  h(type, key === undefined ? properties : { ...properties, key });

export { jsx as jsxDEV, jsx as jsxs };
