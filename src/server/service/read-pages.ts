/** A list page by page: one request for each page that is wanted, none for one that is not. */
import { failure, type Outcome } from '../../core/model/failure.ts';
import type { Page } from './resource-documents.ts';
import type { ServiceError } from './service-error.ts';
import { type PageParameters, pageSizes } from './write-query.ts';

/**
 * The pages of a list, in order: `for await (const page of pages)`. A page is asked for when it is wanted, so `break`
 * ends the requests. After a failure, which comes as the last element, nothing more is asked.
 *
 * A page with fewer records than were asked for is the last, unless it has as many as a page has by default: the size may
 * have been ignored. A service that gives fewer than that on every page is read to its end where the total is asked for
 * (`stats`), and tells it.
 */
export type Pages<Resource> = AsyncIterable<Outcome<Page<Resource>, ServiceError>>;

type ReadPage<Resource> = (page: Required<PageParameters>) => Promise<Outcome<Page<Resource>, ServiceError>>;

export function readPages<Resource extends { readonly id: string }>(
  read: ReadPage<Resource>,
  { number = 1, size = pageSizes.default }: PageParameters = {},
): Pages<Resource> {
  return { [Symbol.asyncIterator]: () => walk(read, { number, size }) };
}

async function* walk<Resource extends { readonly id: string }>(
  ask: ReadPage<Resource>,
  { number: first, size }: Required<PageParameters>,
): AsyncGenerator<Outcome<Page<Resource>, ServiceError>, void> {
  const begun = new Set<string>();
  let read = 0;
  for (let number = first; ; number += 1) {
    const page = await ask({ number, size });
    if (page.ok && isRepeated(page.value, begun)) return yield failure({ kind: 'bad_document', status: 200 });
    yield page;
    if (!page.ok) return;
    read += page.value.data.length;
    if (isLast(page.value, { size, read })) return;
  }
}

/** By the service's document: a page of the default size comes where the size that was asked for is not understood. */
export const isFull = (count: number, size: number): boolean => count >= size || count === pageSizes.default;

/** Where the first page was skipped, less is read than the total counts: an empty page ends it then. */
function isLast({ data, total }: Page<unknown>, { size, read }: { size: number; read: number }): boolean {
  if (data.length === 0 || (total !== null && read >= total)) return true;
  return total === null && !isFull(data.length, size);
}

/** A service that does not know the parameter of pages gives the first one for ever. */
function isRepeated({ data }: Page<{ readonly id: string }>, begun: Set<string>): boolean {
  const [first] = data;
  if (first === undefined) return false;
  const isKnown = begun.has(first.id);
  begun.add(first.id);
  return isKnown;
}
