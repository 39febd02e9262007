import type { Document, Resource } from './json-api.ts';
import type { CatalogueEntry, QuestionCatalogue } from './question-catalogue.ts';
import type { QuestionParameters } from './question-parameters.ts';
import { questionResource } from './question-resource.ts';

/** `GET /api/v1/questions`: one page of the questions, and the generations of children that `include` asks for. */
export function listQuestions(catalogue: QuestionCatalogue, parameters: QuestionParameters): Document {
  const listed = catalogue
    .listed(parameters.jobIds)
    .filter((entry) => isIn(parameters.locale)(entry) && parameters.filters.every((filter) => filter(entry)));
  const all = sorted(listed, parameters.sort);
  const start = (parameters.pageNumber - 1) * parameters.pageSize;
  const page = all.slice(start, start + parameters.pageSize);
  const meta = parameters.countTotal ? { stats: { total: { count: all.length } } } : {};
  const resource = renderer(catalogue, parameters);
  const data = page.map((entry) => resource(entry, 0));
  if (parameters.levels === null) return { data, meta };
  return {
    data,
    included: includedOf(catalogue, page, parameters.levels)
      .filter(([entry]) => isIn(parameters.locale)(entry))
      .map(([entry, level]) => resource(entry, level)),
    meta,
  };
}

const isIn =
  (locale: QuestionParameters['locale']) =>
  (entry: CatalogueEntry): boolean =>
    entry.inLocale(locale) !== null;

/** Ids as numbers; those that are not digits after those that are. */
function sorted(
  entries: readonly CatalogueEntry[],
  sort: QuestionParameters['sort'],
): readonly CatalogueEntry[] {
  if (sort === null) return entries;
  const ascending = [...entries].sort((left, right) => compareIds(left.question.id, right.question.id));
  return sort === 'id' ? ascending : ascending.reverse();
}

function compareIds(left: string, right: string): number {
  const digits = (id: string) => /^\d+$/.test(id);
  if (digits(left) && digits(right)) return Number(left) - Number(right);
  if (digits(left) !== digits(right)) return digits(left) ? -1 : 1;
  return left < right ? -1 : Number(left > right);
}

/** A question of level n (0 stands in `data`) names its children only when level n + 1 was asked for. */
function renderer(catalogue: QuestionCatalogue, { levels, fields, locale }: QuestionParameters) {
  return ({ question, inLocale }: CatalogueEntry, level: number): Resource => {
    const loaded = levels !== null && level < levels;
    return questionResource(inLocale(locale) ?? question, {
      fields,
      relatedIds: loaded ? catalogue.relatedIds(question) : null,
    });
  };
}

/** Level by level, each question once and at its first level; what stands in this page's `data` is not repeated. */
function includedOf(
  catalogue: QuestionCatalogue,
  page: readonly CatalogueEntry[],
  levels: number,
): readonly (readonly [CatalogueEntry, number])[] {
  const seen = new Set(page);
  const included: (readonly [CatalogueEntry, number])[] = [];
  let generation = page;
  for (let level = 1; level <= levels && generation.length > 0; level += 1) {
    const children = generation.flatMap(({ question }) => catalogue.copies(catalogue.relatedIds(question)));
    generation = [...new Set(children)].filter((entry) => !seen.has(entry));
    for (const entry of generation) {
      seen.add(entry);
      included.push([entry, level]);
    }
  }
  return included;
}
