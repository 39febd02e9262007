/** The built file: the screens of what became of a form, and where they receive the page's copy of preact. */

export { takeRuntime } from './handed-runtime.ts';
export { outcomeScreensFile as file } from './outcome-screens-file.ts';
