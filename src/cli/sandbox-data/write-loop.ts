/**
 * For the test of `writeWhole`: writes a long text again and again until it is killed. `in-place` is the control: a
 * plain write.
 */
import { writeFile } from 'node:fs/promises';
import { print } from '../../server/app/print.ts';
import { writeWhole } from './write-whole.ts';

/** Bytes: long enough that a kill often hits a write. */
const LENGTH = 4_000_000;

const [path = '', manner = ''] = process.argv.slice(2);
const filler = 'x'.repeat(LENGTH);
const write = manner === 'in-place' ? writeFile : writeWhole;
for (let round = 0; ; round += 1) {
  // Without JSON.stringify, which takes longer than the write, so that kills would seldom hit a write.
  await write(path, `{"round":${round},"filler":"${filler}","last":${round}}`);
  if (round === 0) print('written');
}
