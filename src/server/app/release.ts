/** Which release this is. A build has its own in the place of this file (`src/build/name-release.ts`). */
import { readFileSync } from 'node:fs';
import type { Release } from '../http/options.ts';

const { version }: Release = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
);

export const release: Release = { version, build: 'development' };
