/** The built file: the steps of a form, and where they receive the page's copy of preact. */
export { takeRuntime } from '../outcome-screens/handed-runtime.ts';
export { stepsFile as file } from './steps-file.ts';
