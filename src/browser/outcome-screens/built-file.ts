/** The built file: what comes after sending, and where it receives the page's copy of preact. */

export { takeRuntime } from './handed-runtime.ts';
export { outcomeScreensFile } from './outcome-screens-file.ts';
