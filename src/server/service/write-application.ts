/**
 * Writes the bodies that make an application and add to it: `POST /api/v1/applications`, which job mode sends before its
 * first answer (`src/README.md#13-two-ways-in`), and the `PATCH` of a document that follows.
 */

import { type Details, EQUALITY, textDetailNames } from '../../core/model/details.ts';
import type { ApplicationId, Reference } from '../../core/model/ids.ts';
import type { AttachedFile } from '../../core/model/question.ts';
import type { ApplicationFiles, Destination } from '../../core/model/submission.ts';
import { ContentPlace } from './gapped-text.ts';

interface DocumentToWrite {
  readonly data: ContentPlace;
  readonly filename: string;
}

/** Each content goes out as a data URI while its file is read. */
interface FileAttributes {
  readonly cv_base64_data?: ContentPlace;
  readonly cv_base64_filename?: string;
  readonly cover_letter_base64_data?: ContentPlace;
  readonly cover_letter_base64_filename?: string;
  readonly documents_base64?: readonly DocumentToWrite[];
}

export interface ApplicationAttributes extends Details, FileAttributes {
  readonly external_system_reference: string;
  readonly locale?: string;
  readonly channel_source?: string;
  readonly [EQUALITY]?: readonly string[];
}

export interface ApplicationBody {
  readonly data: {
    readonly type: 'applications';
    readonly attributes: ApplicationAttributes;
    readonly relationships: {
      readonly job: { readonly data: { readonly type: 'jobs'; readonly id: string } };
    };
  };
}

/** By name, so that nothing else which came with them goes out. */
function written(details: Details): Details {
  const text = textDetailNames.flatMap((name) => (details[name] ? [[name, details[name]]] : []));
  const { phone_iso2 } = details;
  return { ...Object.fromEntries(text), ...(phone_iso2 === undefined ? {} : { phone_iso2 }) };
}

/** In the order in which their contents stand in the body. */
export const applicationFiles = ({
  cv,
  cover_letter,
  documents = [],
}: ApplicationFiles = {}): readonly AttachedFile[] => [
  ...(cv === undefined ? [] : [cv]),
  ...(cover_letter === undefined ? [] : [cover_letter]),
  ...documents,
];

const writeDocument = ({ type, name }: Pick<AttachedFile, 'type' | 'name'>): DocumentToWrite => ({
  data: new ContentPlace(type),
  filename: name,
});

/** In the order of `applicationFiles`. */
function writeFiles({ cv, cover_letter: letter, documents = [] }: ApplicationFiles): FileAttributes {
  return {
    ...(cv && { cv_base64_data: new ContentPlace(cv.type), cv_base64_filename: cv.name }),
    ...(letter && {
      cover_letter_base64_data: new ContentPlace(letter.type),
      cover_letter_base64_filename: letter.name,
    }),
    ...(documents.length > 0 && { documents_base64: documents.map(writeDocument) }),
  };
}

/** The body of a `PATCH` that adds one document to an application. */
export const writeAddedDocument = (
  application: ApplicationId,
  file: Pick<AttachedFile, 'type' | 'name'>,
): object => ({
  data: { type: 'applications', id: application, attributes: { documents_base64: [writeDocument(file)] } },
});

/** @param reference our reference, with which an application whose creation had an unclear outcome can be found again */
export function writeApplication(
  { job, details, files = {}, equality = [], locale, source }: Extract<Destination, { kind: 'job' }>,
  reference: Reference,
): ApplicationBody {
  return {
    data: {
      type: 'applications',
      attributes: {
        ...written(details),
        ...writeFiles(files),
        ...(equality.length === 0 ? {} : { [EQUALITY]: equality }),
        external_system_reference: reference,
        ...(locale === null ? {} : { locale }),
        ...(source === null ? {} : { channel_source: source }),
      },
      relationships: { job: { data: { type: 'jobs', id: job } } },
    },
  };
}
