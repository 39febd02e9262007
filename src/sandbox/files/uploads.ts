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

/** The files in the write-only attributes of an application. */

/** The document does not name the contexts of attachments: our reading derives them from the attributes. */
type AttachmentContext = 'cv' | 'cover_letter' | 'document';

export interface Upload {
  readonly context: AttachmentContext;
  readonly content:
    | { readonly of: 'bytes'; readonly filename: string; readonly uri: DataUri }
    | { readonly of: 'signed_id'; readonly id: string };
}

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

/** One member without the other is a fault: content needs a name, and a name needs content. */
function pairSlots(attributes: JsonObject): readonly Slot[] {
  return pairs.flatMap(({ context, limit }) => {
    const [dataName, filenameName] = [`${context}_base64_data`, `${context}_base64_filename`];
    const [data, filename] = [at(attributes, dataName) ?? null, at(attributes, filenameName) ?? null];
    if (data === null && filename === null) return [];
    const place = (name: string) => [name, `/data/attributes/${name}`] as const;
    return [
      { context, limit, data, filename, places: { data: place(dataName), filename: place(filenameName) } },
    ];
  });
}

function documentSlots(attributes: JsonObject): readonly Slot[] {
  const list = at(attributes, 'documents_base64');
  const items: readonly unknown[] = Array.isArray(list) ? list : [];
  return items.map((item, index) => {
    const place = (name: string) =>
      ['documents_base64', `/data/attributes/documents_base64/${index}/${name}`] as const;
    return {
      context: 'document' as const,
      limit: documentLimit,
      data: at(item, 'data'),
      filename: at(item, 'filename'),
      places: { data: place('data'), filename: place('filename') },
    };
  });
}
