import { isObject, itemsOf, metaFaults, strangers } from './json-object.ts';
import { linksFaults } from './link-rules.ts';

/** JSON:API 1.1, "Error Objects". The service gives every error the status of the reply. */
const members = ['id', 'links', 'status', 'code', 'title', 'detail', 'source', 'meta'];
const texts = ['id', 'status', 'code', 'title', 'detail'];

export function errorsFaults(errors: unknown, status: number): readonly string[] {
  if (!Array.isArray(errors)) return ['/errors: is no array'];
  if (errors.length === 0) return ['/errors: is empty'];
  return itemsOf(errors).flatMap((error, index) => errorFaults(error, `/errors/${index}`, status));
}

function errorFaults(error: unknown, place: string, status: number): readonly string[] {
  if (!isObject(error)) return [`${place}: is no error object`];
  const isOther = 'status' in error && error['status'] !== String(status);
  return [
    ...(members.some((name) => name in error) ? [] : [`${place}: says nothing`]),
    ...strangers(error, members, place),
    ...texts
      .filter((name) => name in error && typeof error[name] !== 'string')
      .map((name) => `${place}/${name}: is no string`),
    ...(isOther ? [`${place}/status: is ${JSON.stringify(error['status'])}, the reply's is ${status}`] : []),
    ...linksFaults(error['links'], `${place}/links`),
    ...('source' in error ? sourceFaults(error['source'], `${place}/source`) : []),
    ...metaFaults(error, place),
  ];
}

/** A pointer is a JSON Pointer (RFC 6901): empty, or steps that each begin with a slash. */
function sourceFaults(source: unknown, place: string): readonly string[] {
  if (!isObject(source)) return [`${place}: is no object`];
  const { pointer } = source;
  const isPointer = typeof pointer !== 'string' || /^(\/([^~/]|~[01])*)*$/.test(pointer);
  return [
    ...strangers(source, ['pointer', 'parameter', 'header'], place),
    ...Object.entries(source)
      .filter(([, value]) => typeof value !== 'string')
      .map(([name]) => `${place}/${name}: is no string`),
    ...(isPointer ? [] : [`${place}/pointer: is no JSON Pointer`]),
  ];
}
