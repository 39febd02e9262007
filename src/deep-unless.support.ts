/** Of a row of a table: its tests are for the deep run unless the row is one of every day. */
export const deepUnless = (isDaily: boolean): { readonly tags?: string } => (isDaily ? {} : { tags: 'deep' });
