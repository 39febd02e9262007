/** Pieces of staged files as rows: for a database that several processes share and nothing else. */
import type { StoreDatabase } from '../../store/tables.ts';
import type { ChunkStore } from './chunk-store.ts';

export const createChunkRows = (database: StoreDatabase): ChunkStore => ({
  async begin(upload) {
    let number = 0;
    return {
      async write(sealed) {
        await database.insertInto('file_piece').values({ upload, number, sealed }).execute();
        number += 1;
      },
      finish: async () => undefined,
      abandon: async () => undefined,
    };
  },
  async read(upload, number) {
    const row = await database
      .selectFrom('file_piece')
      .select('sealed')
      .where('upload', '=', upload)
      .where('number', '=', number)
      .executeTakeFirst();
    // libsql gives an ArrayBuffer, pg a Buffer.
    return row === undefined ? null : new Uint8Array(row.sealed);
  },
  // They come and go with the database.
  has: async () => true,
  async remove(upload) {
    await database.deleteFrom('file_piece').where('upload', '=', upload).execute();
  },
});
