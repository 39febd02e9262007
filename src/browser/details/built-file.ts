/** The built file: further details, and where it receives the page's copy of preact. */
export { takeRuntime } from '../lazy/handed-runtime.ts';
export { detailsFile as file } from './details-file.ts';
