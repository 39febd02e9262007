/** Builds documents: `data` and, if `include` requests it, `included`. */

import type { Document, Identifier } from '../json-api.ts';
import type { ReadParameters } from '../query/read-parameters.ts';
import type { StoredResource } from '../resources/stored-resource.ts';
import type { Place } from '../sandbox-state.ts';
import { accepted, type Checked, notFound, refused } from '../service-fault.ts';
import { type Follow, renderWalk, walkIncludes } from './include-walk.ts';
import { createResourceSource } from './resource-source.ts';

/** `data` as a list. */
export function readResources(
  follow: Follow,
  data: readonly StoredResource[],
  { include, choice }: ReadParameters,
) {
  const walk = walkIncludes(data, include ?? new Map(), follow);
  const { data: rendered, included } = renderWalk(data, walk, choice);
  return include === null ? { data: rendered } : { data: rendered, included };
}

/** `data` as one resource; 404 when there is none. */
export function readOne(place: Place, identifier: Identifier, read: ReadParameters): Checked<Document> {
  const source = createResourceSource(place);
  const found = source.find(identifier);
  if (found === undefined) return refused(notFound);
  const { data, ...rest } = readResources(source.follow, [found], read);
  const [only] = data;
  return only === undefined ? refused(notFound) : accepted({ data: only, ...rest, meta: {} });
}
