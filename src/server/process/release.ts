/** Which release this is. A build has its own in the place of this file (`src/build/plugins.ts`). */
import { readFileSync } from 'node:fs';
import type { RunningRelease } from '../http/options.ts';

const { version }: RunningRelease = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
);

export const release: RunningRelease = { version, build: 'development' };
