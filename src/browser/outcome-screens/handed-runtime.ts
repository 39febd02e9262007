/**
 * In the built file every import of preact resolves to this module (vite.config.ts), and so do imports of what would be
 * there twice otherwise, such as the queue of announcements or what was accepted last: the later file hands over its own.
 */
import type * as Announcer from '../../ui/announcements/announcer.ts';
import type * as Sent from '../../ui/files/last-accepted.ts';
import type * as Fields from '../../ui/focus/focus-field.ts';
import type { Runtime as LazyRuntime } from '../lazy/handed-runtime.ts';

export type Runtime = Pick<
  LazyRuntime,
  | 'Fragment'
  | 'Heading'
  | 'Icon'
  | 'batch'
  | 'computed'
  | 'effect'
  | 'elementIds'
  | 'jsx'
  | 'signal'
  | 'takeFocus'
  | 'useLayoutEffect'
  | 'useMemo'
  | 'useRef'
> &
  Pick<typeof Announcer, 'announce' | 'clearAnnouncements'> &
  Pick<typeof Fields, 'blockOfField' | 'bringIntoView' | 'showBlock' | 'showBox'> &
  Pick<typeof Sent, 'lastAccepted'>;

export let Fragment: Runtime['Fragment'];
export let Heading: Runtime['Heading'];
export let Icon: Runtime['Icon'];
export let batch: Runtime['batch'];
export let computed: Runtime['computed'];
export let effect: Runtime['effect'];
export let elementIds: Runtime['elementIds'];
export let jsx: Runtime['jsx'];
export let signal: Runtime['signal'];
export let takeFocus: Runtime['takeFocus'];
export let useLayoutEffect: Runtime['useLayoutEffect'];
export let useMemo: Runtime['useMemo'];
export let useRef: Runtime['useRef'];
export let announce: Runtime['announce'];
export let clearAnnouncements: Runtime['clearAnnouncements'];
export let blockOfField: Runtime['blockOfField'];
export let bringIntoView: Runtime['bringIntoView'];
export let lastAccepted: Runtime['lastAccepted'];
export let showBlock: Runtime['showBlock'];
export let showBox: Runtime['showBox'];
export { jsx as jsxDEV, jsx as jsxs };

/** Must be called before anything is drawn. */
export function takeRuntime(runtime: Runtime): void {
  ({ Fragment, Heading, Icon, elementIds, jsx, takeFocus } = runtime);
  ({ batch, computed, effect, signal } = runtime);
  ({ useLayoutEffect, useMemo, useRef } = runtime);
  ({ announce, clearAnnouncements, lastAccepted } = runtime);
  ({ blockOfField, bringIntoView, showBlock, showBox } = runtime);
}
