/**
 * Reads the form again after a change of language or of the form, or the receipt of an earlier visit: all are rare,
 * and impossible without network. A separate file that shares no module with the lazy one: what it needs is passed in.
 */
export { createResume } from '../submission/resume.ts';
export { loadChangedForm, readDemanded } from './load-changed-form.ts';
export { createTranslation } from './translation.ts';
