/** The built file: what is loaded lazily, and where it receives the page's copy of preact. */
export { takeRuntime } from './handed-runtime.ts';
export { createLazy } from './lazy.ts';
