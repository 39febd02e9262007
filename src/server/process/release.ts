/** The running release. A build replaces this file by its own (`src/build/plugins.ts`). */
import { readFileSync } from 'node:fs';
import type { RunningRelease } from '../http/options.ts';

const { version }: RunningRelease = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
);

export const release: RunningRelease = { version, build: 'development' };
