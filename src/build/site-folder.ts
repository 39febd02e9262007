import { existsSync, readdirSync } from 'node:fs';

/** In order; of a folder that is not there, none. */
export const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder).sort() : []);

/** Whether a folder of the site holds a version's files, which pages pin. */
export const isVersion = (name: string): boolean => /^\d+\.\d+\.\d+$/.test(name);
