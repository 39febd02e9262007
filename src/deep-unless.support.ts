/** Tags the tests of a table row for the deep run, unless the row is tested daily. */
export const deepUnless = (isDaily: boolean): { readonly tags?: string } => (isDaily ? {} : { tags: 'deep' });
