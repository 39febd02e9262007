/** Before `npm pack`: writes the package's types beside the built library. */
import { fileURLToPath } from 'node:url';
import { emitTypes } from './emit-types.ts';

process.exitCode = emitTypes(fileURLToPath(new URL('../../', import.meta.url))) ? 0 : 1;
