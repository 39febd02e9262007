/** The built file: dates, and where it receives the page's copy of preact. */
export { takeRuntime } from '../lazy/handed-runtime.ts';
export { datesFile as file } from './dates-file.ts';
