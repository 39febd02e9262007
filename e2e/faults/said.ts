/** What a visitor says of themselves, as the form would ask it: details, files, documents and consents. */

import type { Details, FieldName } from '../../src/core/model/details.ts';
import { documentsQuestion } from '../../src/core/model/details.ts';
import type { FileId } from '../../src/core/model/ids.ts';
import type { AttachedFile } from '../../src/core/model/question.ts';
import type { ApplicationFiles } from '../../src/core/model/submission.ts';
import * as faults from './faults-of-a-schedule.ts';
import type { Random } from './random.ts';
import type { Refusals } from './refusals.ts';

export interface Said {
  readonly details: Details;
  readonly cv: AttachedFile | null;
  readonly letter: AttachedFile | null;
  readonly documents: readonly AttachedFile[];
  /** What the job demands, as far as the page knows: documents go with the application then, instead of after it. */
  readonly demanded: readonly FieldName[];
  readonly consents: readonly string[];
}

/** Fields of which a job may demand some. */
export const demandable = ['phone', 'summary', 'cv', 'cover_letter', 'documents'] as const;
export type Demandable = (typeof demandable)[number];

export const consentIds = ['pool', 'news'] as const;

/** Few names, so that files are often called the same, or so that a service writes them alike. */
const names = ['a cv.pdf', 'a_cv.pdf', 'A-CV.pdf', 'x.pdf'] as const;

export function randomFile(random: Random, id: FileId): AttachedFile {
  const size = random.whole(1, 4_000_000);
  return { id, name: random.pick(names), size, type: 'application/pdf' };
}

/** Anyone: half of them with nothing but names and email, as every form asks. */
export function randomSaid(random: Random, newFile: () => FileId): Said {
  const has = (share: number) => random.chance(share);
  const file = () => randomFile(random, newFile());
  const isBare = has(faults.said.bare);
  return {
    details: { first_name: 'A', last_name: 'B', email: emailOf(random) },
    cv: !isBare && has(0.6) ? file() : null,
    letter: !isBare && has(0.3) ? file() : null,
    documents: isBare || has(0.4) ? [] : Array.from({ length: random.whole(1, 3) }, file),
    demanded: [],
    consents: consentIds.filter(() => has(0.4)),
  };
}

export const emailOf = (random: Random): string => `${Math.floor(random.next() * 1e9)}@post.example`;

const textOf = (random: Random): string => `+44 ${Math.floor(random.next() * 1e9)}`;

/** As the form does it with these fields required: what is there stays. */
export function fillDemanded(
  said: Said,
  demanded: readonly FieldName[],
  tools: { readonly random: Random; readonly newFile: () => FileId },
): Said {
  const { random, newFile } = tools;
  const all = [...new Set([...said.demanded, ...demanded])];
  const needs = (field: FieldName) => all.includes(field);
  const { details } = said;
  return {
    ...said,
    demanded: all,
    details: {
      ...details,
      ...(needs('phone') && details.phone === undefined ? { phone: textOf(random), phone_iso2: 'GB' } : {}),
      ...(needs('summary') && details.summary === undefined ? { summary: textOf(random) } : {}),
    },
    cv: said.cv ?? (needs('cv') ? randomFile(random, newFile()) : null),
    letter: said.letter ?? (needs('cover_letter') ? randomFile(random, newFile()) : null),
    documents:
      needs('documents') && said.documents.length === 0 ? [randomFile(random, newFile())] : said.documents,
  };
}

/** After a no to the application: what was refused is written anew, what was missing is filled in. */
export function correctSaid(
  said: Said,
  fields: readonly FieldName[],
  tools: { readonly random: Random; readonly newFile: () => FileId },
): Said {
  const { random } = tools;
  const { phone } = said.details;
  const isWrong = (field: FieldName) => fields.includes(field) || fields.length === 0;
  const details = {
    ...said.details,
    ...(isWrong('email') ? { email: emailOf(random) } : {}),
    ...(isWrong('phone') && phone !== undefined ? { phone: textOf(random) } : {}),
  };
  const filled = fillDemanded({ ...said, details }, fields, tools);
  // An applicant who is told nothing tries this and that.
  return fields.length > 0 || random.chance(0.5)
    ? filled
    : fillDemanded(filled, [random.pick(demandable), random.pick(demandable)], tools);
}

/** Documents that the service refused are replaced, or left out. */
export function correctDocuments(
  said: Said,
  refusals: Refusals,
  tools: { readonly random: Random; readonly newFile: () => FileId },
): Said {
  const { random, newFile } = tools;
  const documents = said.documents.flatMap((file) => {
    if (refusals.ofAnswer(documentsQuestion, { kind: 'document', file }) === null) return [file];
    return random.chance(0.3) ? [] : [randomFile(random, newFile())];
  });
  return { ...said, documents: random.chance(0.2) ? [...documents].reverse() : documents };
}

/** Whether documents are part of the request that makes the application. */
export const goesAlong = ({ demanded }: Said): boolean => demanded.includes('documents');

export const filesOf = (said: Said): ApplicationFiles => ({
  ...(said.cv && { cv: said.cv }),
  ...(said.letter && { cover_letter: said.letter }),
  ...(goesAlong(said) && said.documents.length > 0 && { documents: said.documents }),
});

/** What of it the request that makes the application carries, files by their bytes, which here are their ids. */
export function printSaid(said: Said): string {
  const { details, cv, letter, documents } = said;
  return JSON.stringify([
    details,
    cv?.id ?? null,
    letter?.id ?? null,
    goesAlong(said) ? documents.map(({ id }) => id) : [],
  ]);
}
