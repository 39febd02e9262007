/**
 * The body of a reply with a form: a beginning that all share who read this form, written, encoded and compressed once,
 * and the end that is of one session. The end is not compressed at all: it is short, costs no time so, and as nothing
 * is compressed together with a secret, no length tells of one (BREACH).
 */
import { list, member } from '../../../core/jsonapi/stored-json.ts';
import { acceptedEncodings } from '../accepted-encodings.ts';
import { joined } from '../files/memory-bytes.ts';
import { sha256 } from '../sessions/keys.ts';

/** The whole compressed body: the beginning, and then these bytes as they are. */
export type FinishBody = (tail: Uint8Array) => Uint8Array<ArrayBuffer>;

/** Compresses the beginning of a body as gzip, off the event loop. */
export type PackHead = (head: Uint8Array) => Promise<FinishBody>;

/** @param json of an object with members */
export const headOf = (json: string): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(`${json.slice(0, -1)},"meta":`);

const inclusions = new WeakMap<Uint8Array, Uint8Array<ArrayBuffer>>();

/**
 * The same form as the reply carries it that opens a session, up to the other members of the session. Written when it
 * is first asked for, since back ends never ask.
 */
export function inclusionOf(head: Uint8Array): Uint8Array<ArrayBuffer> {
  const known = inclusions.get(head) ?? writeInclusion(head);
  inclusions.set(head, known);
  return known;
}

function writeInclusion(head: Uint8Array): Uint8Array<ArrayBuffer> {
  const document: unknown = JSON.parse(`${new TextDecoder().decode(head)}null}`);
  const data = list(member(document, 'data'));
  const named = data.map((resource) => ({ type: 'questions', id: member(resource, 'id') }));
  const included = [...data, ...list(member(document, 'included'))];
  const relationships = { questions: { data: named } };
  return new TextEncoder().encode(
    `{"included":${JSON.stringify(included)},"data":{"type":"sessions","relationships":${JSON.stringify(relationships)},`,
  );
}

/** What a body begins with and ends with. */
export interface BodyParts {
  readonly head: Uint8Array<ArrayBuffer>;
  readonly tail: Uint8Array;
}

export interface WrittenBody {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
}

const packings = new WeakMap<Uint8Array, Promise<FinishBody | null>>();

/** @param pack null: nothing is compressed */
export async function writeBody(
  pack: PackHead | null,
  request: Request,
  { head, tail }: BodyParts,
): Promise<WrittenBody> {
  const isRead = pack !== null && acceptedEncodings(request).includes('gzip');
  const finish = isRead ? await packingOf(head, pack) : null;
  return finish === null
    ? { bytes: joined([head, tail], head.byteLength + tail.byteLength), headers: varying }
    : { bytes: finish(tail), headers: { ...varying, 'content-encoding': 'gzip' } };
}

const varying = { vary: 'Accept-Encoding' };

function packingOf(head: Uint8Array, pack: PackHead): Promise<FinishBody | null> {
  const packing = packings.get(head) ?? pack(head).catch(() => null);
  packings.set(head, packing);
  return packing;
}

const hashes = new WeakMap<Uint8Array, string>();

/**
 * The validator of a reply: weak, since its encoding may be another and the seconds of its session fewer.
 * @param told what the end says that stays
 */
export function weakTagOf(head: Uint8Array<ArrayBuffer>, told: string): string {
  const known = hashes.get(head) ?? sha256(head);
  hashes.set(head, known);
  return `W/"${known.slice(0, 22)}${hashOf(told)}"`;
}

/** 64 bits by FNV-1a, twice: there is no gain in two replies of their own that have the same, and it costs no time. */
function hashOf(text: string): string {
  let [one, other] = [0x811c9dc5, 0x01000193];
  for (let place = 0; place < text.length; place += 1) {
    const code = text.charCodeAt(place);
    one = Math.imul(one ^ code, 0x01000193);
    other = Math.imul(other ^ code, 0x85ebca6b);
  }
  return [one, other].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
}
