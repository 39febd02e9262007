/**
 * What is wrong with a set of questions, in the words of the person who wrote it. Pure, takes about as long as the set
 * is large, and never throws, whatever the document said.
 */
import { type AskedName, askedFor } from '../model/details.ts';
import type { QuestionId } from '../model/ids.ts';
import type { QuestionRecord } from '../model/question-record.ts';
import { firstCopies } from '../tree/first-copies.ts';
import type { QuestionTree } from '../tree/question-tree.ts';
import { ambiguousNumbers } from './ambiguous-numbers.ts';
import { askedByForm } from './asked-by-form.ts';
import { contradictions } from './contradictions.ts';
import type { CheckContext, Found, QuestionFinding } from './finding.ts';
import { ignoredConditions } from './ignored-conditions.ts';
import { languageFindings } from './language-findings.ts';
import { lostBelow } from './lost-below.ts';
import { createOptionsIndex } from './options-index.ts';
import { problemFindings } from './problem-findings.ts';
import { questionFindings } from './question-findings.ts';
import { rootTwins, siblingFindings } from './sibling-findings.ts';
import { unmetFinding } from './unmet-conditions.ts';

export type { CheckContext, FindingCode, QuestionFinding } from './finding.ts';

/** Question by question, in the order of the form; a question that can never be shown stands where it would. */
export function checkQuestions(tree: QuestionTree, context: CheckContext = {}): readonly QuestionFinding[] {
  const records = serviceRecords(tree);
  const details = new Set([...(context.details ?? []), ...detailsIn(tree)]);
  const options = createOptionsIndex();
  const faults = [
    ...problemFindings(tree, records, options),
    ...ambiguousNumbers(tree),
    ...[...tree.nodes.values()].flatMap((node) => unmetFinding(tree, node, options) ?? []),
    ...contradictions(tree),
    ...[...records.values()].flatMap((record) => [
      ...questionFindings(record),
      ...ignoredConditions(
        record,
        { parent: parentOf(record, records), semantics: tree.semantics },
        context.conditions?.get(record.question.id),
      ),
      ...askedByForm(record.question, details),
    ]),
    ...rootTwins(tree),
    ...[...tree.nodes.values()].flatMap((node) => siblingFindings(tree, node)),
    ...languageFindings(records, context.languages ?? new Map()),
  ];
  return inOrder(tree, records, [...faults, ...lostBelow(tree, faults, options)]);
}

/** What a set lacks in other languages alone. */
export function checkTranslations(
  tree: QuestionTree,
  languages: NonNullable<CheckContext['languages']>,
): readonly QuestionFinding[] {
  const records = serviceRecords(tree);
  return inOrder(tree, records, languageFindings(records, languages));
}

const serviceRecords = ({ records }: QuestionTree): ReadonlyMap<QuestionId, QuestionRecord> =>
  new Map([...firstCopies(records)].filter(([, { question }]) => isOfService(question)));

/** In the browser, what the form asks itself stands among the questions. */
const isOfService = ({ detail }: QuestionRecord['question']): boolean => detail === undefined;

const detailsIn = ({ records }: QuestionTree): readonly AskedName[] =>
  records.flatMap(({ question: { detail } }) =>
    detail === undefined || detail === 'consent' ? [] : (askedFor(detail) ?? []),
  );

function parentOf({ question }: QuestionRecord, records: ReadonlyMap<QuestionId, QuestionRecord>) {
  const { conditional } = question;
  const parent = conditional.kind === 'child' ? conditional.parent : null;
  return parent === null ? null : (records.get(parent)?.question ?? null);
}

function inOrder(
  { nodes }: QuestionTree,
  records: ReadonlyMap<QuestionId, QuestionRecord>,
  found: readonly Found[],
): readonly QuestionFinding[] {
  const ids = [...nodes.keys()].filter((id) => records.has(id));
  const byQuestion = new Map(ids.map((id): [QuestionId, QuestionFinding[]] => [id, []]));
  for (const { question, code, found: what, fix } of found)
    byQuestion
      .get(question.id)
      ?.push({ code, question: question.id, title: question.canonicalTitle, found: what, fix });
  return [...byQuestion.values()].flat();
}
