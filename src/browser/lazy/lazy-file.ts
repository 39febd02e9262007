/** Where the later files are, from the folder of the script. The build writes their names, which change with content. */
export const lazyFile = '';
/** Words of a language; `*` stands for its tag. */
export const wordsFiles = '';
