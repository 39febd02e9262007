/** The built file: what comes after sending, and where it receives the page's copy of preact. */
export { afterSendingFile } from './after-sending-file.ts';
export { takeRuntime } from './handed-runtime.ts';
