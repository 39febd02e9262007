/** For tests: checks whether a reply of the sandbox or to the client follows JSON:API 1.1. */
import * as z from 'zod';

export interface JudgedReply {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly contentType: string | null;
  /** Empty when the reply had no body. */
  readonly body: string;
}

const meta = z.record(z.string(), z.unknown()).exactOptional();
const links = z.record(z.string(), z.unknown()).exactOptional();
const identifier = z.strictObject({ type: z.string(), id: z.string(), meta });
const linkage = z.union([identifier, z.array(identifier), z.null()]);
const relationship = z
  .strictObject({ data: linkage.exactOptional(), meta, links })
  .refine((given) => Object.keys(given).length > 0);
const resource = z.strictObject({
  type: z.string(),
  id: z.string(),
  attributes: z.record(z.string().regex(/^(?!(id|type)$)/), z.unknown()).exactOptional(),
  relationships: z.record(z.string(), relationship).exactOptional(),
  meta,
  links,
});
type Resource = z.output<typeof resource>;

const otherMembers = { meta, links, jsonapi: z.record(z.string(), z.unknown()).exactOptional() };
const success = z.strictObject({
  data: z.union([resource, z.array(resource), z.null()]).exactOptional(),
  included: z.array(resource).exactOptional(),
  ...otherMembers,
});
const text = z.string().exactOptional();
const pointer = z
  .string()
  .regex(/^(\/|$)/)
  .exactOptional();
const source = z.strictObject({ pointer, parameter: text, header: text }).exactOptional();
const members = { id: text, code: text, status: text, title: text, detail: text, source, meta, links };
const refusal = z.strictObject({ errors: z.array(z.strictObject(members)).min(1), ...otherMembers });

/** Returns a fault for every rule that the reply breaks. */
export function jsonApiFaults(reply: JudgedReply): readonly string[] {
  const { method, status, body, contentType } = reply;
  if (status === 204 || method === 'HEAD') return body === '' ? [] : [`${status}: has a body`];
  const type = contentType === 'application/vnd.api+json' ? [] : [`content-type: ${contentType}`];
  const read = (status >= 400 ? refusal : success).safeParse(parse(body));
  if (!read.success)
    return [...type, ...read.error.issues.map(({ path, message }) => `/${path.join('/')}: ${message}`)];
  if ('errors' in read.data)
    return [
      ...type,
      ...read.data.errors
        .filter((error) => (error.status ?? `${status}`) !== `${status}`)
        .map((error) => `status ${error.status}`),
    ];
  return [...type, ...documentFaults(read.data, reply)];
}

function documentFaults(
  { data, included = [] }: z.output<typeof success>,
  { method, status, url }: JudgedReply,
): readonly string[] {
  const primary = [data ?? []].flat();
  const all = [...primary, ...included];
  const keys = all.map(keyOf);
  const query = new URL(url).searchParams;
  const isSparse = [...query.keys()].some((name) => name.startsWith('fields['));
  const linked = new Set(all.flatMap(linkedBy));
  return [
    ...(method === 'GET' && data === undefined ? ['a read without data'] : []),
    ...(status === 201 && primary.length !== 1 ? ['201 without the resource that was created'] : []),
    ...keys.filter((key, index) => keys.indexOf(key) !== index).map((key) => `${key} occurs more than once`),
    ...(isSparse ? [] : included.map(keyOf).filter((key) => !linked.has(key))).map(
      (key) => `${key} is named by nothing`,
    ),
    ...all.flatMap((found) => unrequestedFields(found, query)),
  ];
}

const keyOf = ({ type, id }: { readonly type: string; readonly id: string }) => JSON.stringify([type, id]);

const linkedBy = ({ relationships = {} }: Resource) =>
  Object.values(relationships).flatMap(({ data }) => [data ?? []].flat().map(keyOf));

/** Returns a fault for each field that the request excludes by naming the fields of its type. */
function unrequestedFields({ type, attributes = {}, relationships = {} }: Resource, query: URLSearchParams) {
  const named = query.get(`fields[${type}]`)?.split(',');
  const extra = (query.get(`extra_fields[${type}]`) ?? '').split(',');
  const fields = Object.keys({ ...attributes, ...relationships });
  return fields
    .filter((name) => named !== undefined && ![...named, ...extra].includes(name))
    .map((name) => `${type}: ${name} was not asked for`);
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
