/**
 * In the built `inspector.js` every import of preact and signals resolves to this file (vite.config.ts): the page passes
 * in the copy that its form runs on, because a second copy could not track the form's signals.
 */
import type * as Signals from '@preact/signals';
import type * as Preact from 'preact';

export type HandedPreact = Pick<typeof Preact, 'h' | 'Fragment' | 'render'> &
  Pick<typeof Signals, 'Signal' | 'batch' | 'computed' | 'effect' | 'signal'>;

export let h: HandedPreact['h'];
export let Fragment: HandedPreact['Fragment'];
export let render: HandedPreact['render'];
export let Signal: HandedPreact['Signal'];
export let batch: HandedPreact['batch'];
export let computed: HandedPreact['computed'];
export let effect: HandedPreact['effect'];
export let signal: HandedPreact['signal'];

/** Must be called before anything is rendered. */
export function takePreact(handed: HandedPreact): void {
  ({ h, Fragment, render } = handed);
  ({ Signal, batch, computed, effect, signal } = handed);
}

/** The function that JSX compiles to; `h` reads the children from the properties. */
export const jsx = (type: string, properties: object, key?: string) =>
  h(type, key === undefined ? properties : { ...properties, key });

export { jsx as jsxDEV, jsx as jsxs };
