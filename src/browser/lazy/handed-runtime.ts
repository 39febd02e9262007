/**
 * In the built lazy files every import of preact resolves to this module (vite.config.ts): the page passes in the copy
 * that its form runs on, since a second copy would not share the form's hooks and signals. So do imports of a few small
 * modules of `ui` that all of them draw with.
 */
import type * as Preact from 'preact';
import type * as Hooks from 'preact/hooks';
import type * as Jsx from 'preact/jsx-runtime';
import type * as Signals from '../../form/signals.ts';
import type * as Controls from '../../ui/controls/read-controls.ts';
import type * as Selects from '../../ui/controls/select.tsx';
import type * as Focus from '../../ui/focus/focus.ts';
import type * as Headings from '../../ui/form/heading.tsx';
import type * as Icons from '../../ui/icon/icon.tsx';
import type * as Screens from '../../ui/screen.ts';

export type Runtime = Pick<typeof Preact, 'Fragment'> &
  Pick<typeof Jsx, 'jsx'> &
  Pick<typeof Hooks, 'useLayoutEffect' | 'useMemo' | 'useRef'> &
  Pick<typeof Signals, 'batch' | 'computed' | 'effect' | 'signal'> &
  Pick<typeof Screens, 'elementIds' | 'hiddenTagId'> &
  Pick<typeof Controls, 'rememberDrawn'> &
  typeof Selects &
  typeof Focus &
  typeof Headings &
  typeof Icons;

export let Fragment: Runtime['Fragment'];
export let jsx: Runtime['jsx'];
export let useLayoutEffect: Runtime['useLayoutEffect'];
export let useMemo: Runtime['useMemo'];
export let useRef: Runtime['useRef'];
export let batch: Runtime['batch'];
export let computed: Runtime['computed'];
export let effect: Runtime['effect'];
export let signal: Runtime['signal'];
export let elementIds: Runtime['elementIds'];
export let hiddenTagId: Runtime['hiddenTagId'];
export let drawSelect: Runtime['drawSelect'];
export let rememberDrawn: Runtime['rememberDrawn'];
export let takeFocus: Runtime['takeFocus'];
export let Heading: Runtime['Heading'];
export let Icon: Runtime['Icon'];
export { jsx as jsxDEV, jsx as jsxs };

/** Must be called before anything is drawn. */
export function takeRuntime(runtime: Runtime): void {
  ({ Fragment, jsx } = runtime);
  ({ useLayoutEffect, useMemo, useRef } = runtime);
  ({ batch, computed, effect, signal } = runtime);
  ({ elementIds, hiddenTagId, takeFocus, Heading, Icon } = runtime);
  ({ drawSelect, rememberDrawn } = runtime);
}
