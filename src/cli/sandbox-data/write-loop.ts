/**
 * For the test of `writeWhole`: writes a long text again and again, until it is killed. `in-place` is the control, which
 * writes as one would without it.
 */
import { writeFile } from 'node:fs/promises';
import { print } from '../../server/app/print.ts';
import { writeWhole } from './write-whole.ts';

/** Bytes: so long that a kill often meets a write. */
const LENGTH = 4_000_000;

const [path = '', manner = ''] = process.argv.slice(2);
const filler = 'x'.repeat(LENGTH);
const write = manner === 'in-place' ? writeFile : writeWhole;
for (let round = 0; ; round += 1) {
  // Not by JSON.stringify, which takes longer than the write and would leave kills little to meet.
  await write(path, `{"round":${round},"filler":"${filler}","last":${round}}`);
  if (round === 0) print('written');
}
