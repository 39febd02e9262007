import { at, type JsonObject } from '../json.ts';
import type { ServiceFault } from '../json-api.ts';
import { attributeFault, faultOf } from '../write/attribute-faults.ts';
import {
  complaintsOfFile,
  coverLetterLimit,
  cvLimit,
  documentLimit,
  type FileComplaint,
  type FileLimit,
  type WrittenFile,
} from './check-file.ts';
import { type DataUri, splitDataUri } from './data-uri.ts';

/** The document does not name the contexts of attachments. It is our reading that they are named after the attributes. */
type AttachmentContext = 'cv' | 'cover_letter' | 'document';

export interface Upload {
  readonly context: AttachmentContext;
  readonly content:
    | { readonly of: 'bytes'; readonly filename: string; readonly uri: DataUri }
    | { readonly of: 'signed_id'; readonly id: string };
}

/** One file in the write-only attributes of an application. */
interface Slot extends WrittenFile {
  readonly context: AttachmentContext;
  readonly limit: FileLimit;
  /** The attribute and the JSON pointer of each member. */
  readonly places: Readonly<Record<keyof WrittenFile, readonly [attribute: string, pointer: string]>>;
}

const pairs = [
  { context: 'cv', limit: cvLimit },
  { context: 'cover_letter', limit: coverLetterLimit },
] as const;

export function findUploadFaults(attributes: JsonObject): readonly ServiceFault[] {
  const faults = slotsOf(attributes).flatMap((slot) =>
    complaintsOfFile(slot, slot.limit).map((complaint) => faultAt(slot, complaint)),
  );
  const hasBoth = isGiven(attributes, 'cv_signed_id') && isGiven(attributes, 'cv_base64_data');
  return hasBoth
    ? [...faults, attributeFault('cv_signed_id', "can't be written beside cv_base64_data")]
    : faults;
}

const isGiven = (attributes: JsonObject, name: string): boolean => (at(attributes, name) ?? null) !== null;

/** Accepts only checked attributes. */
export function readUploads(attributes: JsonObject): readonly Upload[] {
  const uploads = slotsOf(attributes).flatMap(({ context, data, filename }): readonly Upload[] => {
    const uri = splitDataUri(data);
    if (uri === null || typeof filename !== 'string') return [];
    return [{ context, content: { of: 'bytes', filename, uri } }];
  });
  const signedId = at(attributes, 'cv_signed_id');
  return typeof signedId === 'string' && signedId.trim() !== ''
    ? [...uploads, { context: 'cv', content: { of: 'signed_id', id: signedId } }]
    : uploads;
}

function faultAt({ context, places }: Slot, [member, message]: FileComplaint): ServiceFault {
  const [attribute, pointer] = places[member];
  return faultOf(attribute, context === 'document' ? `${member} ${message}` : message, pointer);
}

const slotsOf = (attributes: JsonObject): readonly Slot[] => [
  ...pairSlots(attributes),
  ...documentSlots(attributes),
];

/** Includes slots with only one member, which are faults: content needs a name, and a name needs content. */
function pairSlots(attributes: JsonObject): readonly Slot[] {
  return pairs.flatMap(({ context, limit }) => {
    const dataName = `${context}_base64_data`;
    const filenameName = `${context}_base64_filename`;
    const data = at(attributes, dataName) ?? null;
    const filename = at(attributes, filenameName) ?? null;
    if (data === null && filename === null) return [];
    const locate = (name: string) => [name, `/data/attributes/${name}`] as const;
    return [
      { context, limit, data, filename, places: { data: locate(dataName), filename: locate(filenameName) } },
    ];
  });
}

function documentSlots(attributes: JsonObject): readonly Slot[] {
  const list = at(attributes, 'documents_base64');
  const items: readonly unknown[] = Array.isArray(list) ? list : [];
  return items.map((item, index) => {
    const locate = (name: string) =>
      ['documents_base64', `/data/attributes/documents_base64/${index}/${name}`] as const;
    return {
      context: 'document' as const,
      limit: documentLimit,
      data: at(item, 'data'),
      filename: at(item, 'filename'),
      places: { data: locate('data'), filename: locate('filename') },
    };
  });
}
