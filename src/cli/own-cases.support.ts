import { readdirSync, readFileSync } from 'node:fs';
import { type Case, readCases } from './conformance-case.ts';

/** For tests: reads the case files of a folder of `core`. */
export function ownCases(folderName: 'conditions' | 'tree'): readonly Case[] {
  const folder = new URL(`../core/${folderName}/cases/`, import.meta.url);
  return readdirSync(folder).flatMap((file) => {
    const cases = readCases(readFileSync(new URL(file, folder), 'utf8'));
    if (!cases.ok) throw new Error(`${file} ${cases.error}`);
    return cases.value;
  });
}
