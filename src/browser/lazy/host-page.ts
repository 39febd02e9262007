/**
 * What looks at the page around the form: the ground below its foot, and attributes that its author may have meant
 * otherwise. Fetched when the page is idle. A separate file that shares no module with the lazy one.
 */
export { checkSettings } from '../diagnosis/check-settings.ts';
export { followGround } from '../element/follow-ground.ts';
