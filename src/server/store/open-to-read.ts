import { pathToFileURL } from 'node:url';
import Libsql from 'libsql';

/**
 * The driver does not heed its own option `readonly`, and SQLite heeds this mode of an address. `query_only` would refuse
 * `vacuum into` as well.
 */
export const openToRead = (path: string): Libsql.Database =>
  new Libsql(`${pathToFileURL(path).href}?mode=ro`);
