/**
 * For the test of `writeWhole`: writes a long text again and again, until it is killed. `in-place` is the control, which
 * writes as one would without it.
 */
import { writeFile } from 'node:fs/promises';
import { writeWhole } from './write-whole.ts';

/** Bytes: so long that a kill often meets a write. */
const LENGTH = 4_000_000;

const [path = '', manner = ''] = process.argv.slice(2);
const write = manner === 'in-place' ? writeFile : writeWhole;
for (let round = 0; ; round += 1) {
  await write(path, JSON.stringify({ round, filler: 'x'.repeat(LENGTH), last: round }));
  if (round === 0) console.log('written');
}
