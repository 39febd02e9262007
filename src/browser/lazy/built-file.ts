/** The built file: what is loaded lazily, and where it receives the page's copy of preact. */
import type { LazyFile } from '../contract.ts';
import { createLazy, followGround } from './lazy.ts';

export { takeRuntime } from './handed-runtime.ts';

export const file: LazyFile = { createLazy, followGround };
