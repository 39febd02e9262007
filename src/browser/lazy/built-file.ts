/** The built file: what is loaded later, and where it takes the page's copy of preact. */
export { takeRuntime } from './handed-runtime.ts';
export { createLazy } from './lazy.ts';
