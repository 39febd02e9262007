import { expect, test } from 'vitest';
import { syncMeanwhile } from './sync-meanwhile.ts';

test('a disk that does not take what was written is heard, though the writer was told nothing', async () => {
  await expect(syncMeanwhile('/dev/null', () => 'written')).rejects.toThrow('fdatasync');
});
