/**
 * Paths of the lazy files, relative to the folder of the script. The build fills in their names, which change with
 * their content.
 */
export const lazyFile = '';
export const detailsFile = '';
export const datesFile = '';
/** In the folder of the later file, which loads it. */
export const outcomeScreensName = '';
export const stepsName = '';
/** Sentences of a language; `*` stands for its tag. */
export const wordsFiles = '';
