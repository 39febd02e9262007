import type { Document } from '../json-api.ts';
import { compareIds, pageOf, type SortOrders, sortedBy } from '../query/parameters.ts';
import type { QuestionParameters } from '../query/question-parameters.ts';
import type { CatalogueEntry, QuestionCatalogue } from '../question-catalogue.ts';
import { storedQuestion } from '../resources/stored-answer.ts';
import type { StoredResource } from '../resources/stored-resource.ts';
import type { Follow } from './include-walk.ts';
import { readResources } from './reads.ts';

/** `GET /api/v1/questions`: one page of the questions, and the levels of children that `include` requests. */
export function listQuestions(catalogue: QuestionCatalogue, parameters: QuestionParameters): Document {
  const { jobIds, locale, filters, sort, paging, read } = parameters;
  const listed = catalogue
    .listed(jobIds)
    .filter((entry) => entry.inLocale(locale) !== null && filters.every((filter) => filter(entry)));
  const { items, meta } = pageOf(sortedBy(listed, sort, orders), paging);
  const source = questionSource(catalogue, locale);
  const data = items.flatMap(source.stored);
  return { ...readResources(source.follow, data, read), meta };
}

const orders: SortOrders<CatalogueEntry> = {
  id: (left, right) => compareIds(left.question.id, right.question.id),
};

function questionSource(catalogue: QuestionCatalogue, locale: QuestionParameters['locale']) {
  const byEntry = new Map<CatalogueEntry, readonly StoredResource[]>();
  const entries = new Map<StoredResource, CatalogueEntry>();
  /** The same object for the same entry, since a form may have one id with two contents; empty: not in this language. */
  const stored = (entry: CatalogueEntry): readonly StoredResource[] => {
    const before = byEntry.get(entry);
    if (before !== undefined) return before;
    const question = entry.inLocale(locale);
    const found = question === null ? [] : [storedQuestion(catalogue, question)];
    for (const one of found) entries.set(one, entry);
    byEntry.set(entry, found);
    return found;
  };
  const follow: Follow = (resource) => {
    const entry = entries.get(resource);
    if (entry === undefined) return [];
    return catalogue.copies(catalogue.relatedIds(entry.question)).flatMap(stored);
  };
  return { stored, follow };
}
