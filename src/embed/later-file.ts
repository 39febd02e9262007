/** Where the later file is, from the folder of the script. The build writes its name, which changes with its content. */
export const laterFile = '';
