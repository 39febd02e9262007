/** The feature matrix: every row of the service's document, and the tests that show it. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** `path/of/file.test.ts > names of suites > title of the test`. */
const testNames = z.array(z.string());

const matrixRow = z.strictObject({
  id: z.string(),
  /** A heading of the document (`document-parts.ts`). */
  part: z.string(),
  what: z.string(),
  /** `reading`: the document does not show it. */
  basis: z.enum(['documented', 'reading']),
  /** Of a reading: the file and, after `#`, the constant or option that holds it. */
  where: z.string().optional(),
  /** Tests of the sandbox, of the client against the sandbox over HTTP, of the product that makes use of it. */
  sandbox: testNames,
  client: testNames,
  product: testNames.optional(),
});

export type MatrixRow = z.infer<typeof matrixRow>;

/** The sides on which every row is shown. */
export const sides = ['sandbox', 'client'] as const;
export type Side = (typeof sides)[number];

export const matrixFile = fileURLToPath(new URL('feature-matrix.json', import.meta.url));

/** Throws for a file that is no matrix: it is part of the project. */
export const readMatrix = (): readonly MatrixRow[] =>
  z.array(matrixRow).parse(JSON.parse(readFileSync(matrixFile, 'utf8')));
