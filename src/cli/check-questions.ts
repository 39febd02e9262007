/**
 * `npx apply-form-server check-questions FILE… | --job ID… | --posting ID…`: finds faults in sets of questions, for the
 * person who wrote them. Sends only reads. Exit 0: nothing found; 1: faults found; 2: not read.
 */
import { readFileSync } from 'node:fs';
import { checkQuestions as findFaults } from '../core/check/check-questions.ts';
import type { QuestionFinding } from '../core/check/finding.ts';
import { list, member } from '../core/jsonapi/json.ts';
import { readFormMeta, readQuestionDocument } from '../core/jsonapi/read-questions.ts';
import { jobId } from '../core/model/ids.ts';
import { buildTree } from '../core/tree/question-tree.ts';
import { readQuestionSet } from '../server/forms/question-set.ts';
import { visibleInLine } from '../server/process/print.ts';
import { createService, type Service } from '../server/service/create-service.ts';
import { defineCommand, Fault, Misuse } from './command.ts';
import { type ChosenTenant, chooseTenant, serviceFault } from './tenant.ts';
import { count, toJson } from './text-table.ts';

const usage = `Usage: npx apply-form-server check-questions FILE… | --job ID… | --posting ID… [--tenant NAME] [--json]
  finds faults in the questions of a form, for the person who wrote them, and says how to correct them
  FILE           a JSON:API document of questions, as the service returns it
  --job ID       the questions of a job at the service; may be repeated
  --posting ID   the questions of a posting, if questions belong to postings (questionsBy); may be repeated
  --tenant NAME  the tenant, if there are several
  --json         prints the findings as JSON
Exit 0: no faults; 1: faults found; 2: nothing was checked, since a set is empty or could not be read completely.`;

type Source = { readonly file: string } | { readonly job: string } | { readonly posting: string };

interface CheckedSet {
  readonly source: Source;
  /** null if the set has none. */
  readonly title: string | null;
  readonly questions: number;
  readonly findings: readonly QuestionFinding[];
}

export const checkQuestions = defineCommand({
  usage,
  options: {
    job: { type: 'string', multiple: true },
    posting: { type: 'string', multiple: true },
    tenant: { type: 'string' },
    json: { type: 'boolean' },
  },
  takesWords: true,
  async act(given) {
    const { words: files, values, print } = given;
    const { job: jobs = [], posting: postings = [] } = values;
    if ([...jobs, ...postings].some((id) => id.trim() === '')) throw new Misuse('An id is empty.');
    if (files.length + jobs.length + postings.length === 0)
      throw new Misuse('Name a file, a job or a posting.');
    // One unreadable set ends the command, because a script would mistake the other sets for all of them.
    const sets = files.map(checkFile);
    const owners = [...jobs.map((job) => ({ job })), ...postings.map((posting) => ({ posting }))];
    if (owners.length > 0) {
      const chosen = chooseTenant(given.environment, values.tenant);
      const { serviceUrl: baseUrl, tenant } = chosen;
      const service = createService({ baseUrl, key: tenant.serviceKey, send: given.send });
      for (const owner of owners) sets.push(await checkOwner(owner, service, chosen));
    }
    const empty = sets.find(({ questions }) => questions === 0);
    if (empty !== undefined) throw new Fault(`${nameOf(empty)} has no questions: there is nothing to check.`);
    print(values.json ? toJson(sets) : sets.map((set) => linesOf(set).join('\n')).join('\n\n'));
    return sets.some(({ findings }) => findings.length > 0) ? 1 : 0;
  },
});

function checkFile(file: string): CheckedSet {
  const document = readJson(file);
  const read = readQuestionDocument(document);
  if (!read.ok)
    throw new Fault(`${file} is not a document of questions: it must be a JSON object with a list "data".`);
  const { records } = read.value;
  const included = list(member(document, 'included')).filter(
    (entry) => member(entry, 'type') === 'questions',
  );
  const skipped = list(member(document, 'data')).length + included.length - records.length;
  if (skipped > 0)
    throw new Fault(
      `${file} was not checked: entries without an "id" or of a type other than "questions": ${skipped}.`,
    );
  const { semantics, title } = readFormMeta(document);
  const tree = buildTree(records, semantics);
  return { source: { file }, title, questions: tree.nodes.size, findings: findFaults(tree) };
}

function readJson(file: string): unknown {
  try {
    // JSON does not allow a byte order mark, but many editors write one.
    return JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new Fault(`${file} cannot be read as JSON: ${error instanceof Error ? error.message : error}`);
  }
}

type Owner = Exclude<Source, { readonly file: string }>;

async function checkOwner(owner: Owner, service: Service, chosen: ChosenTenant): Promise<CheckedSet> {
  const { questionsBy, semantics, questionFilter: filterForm } = chosen.tenant;
  const wanted = questionsBy === 'posting' ? 'posting' : 'job';
  if (!(wanted in owner))
    throw new Fault(`The questions of this tenant belong to ${wanted}s (questionsBy): use --${wanted} ID.`);
  // The service's name for the object that questions belong to; null for all questions.
  const questionable = 'posting' in owner ? owner.posting : questionsBy === 'all' ? null : owner.job;
  const read = await readQuestionSet({ service, questionable, filterForm }, 1);
  if (!read.ok) throw serviceFault(read.error, chosen);
  if (read.value.isCut)
    throw new Fault(
      'Nothing was checked: the list has more than 50,000 questions, or the service returned no further page. Set questionsBy to "job" or "posting".',
    );
  const { data, included, conditions } = read.value;
  const questions = readQuestionDocument({ data, included });
  const tree = buildTree(questions.ok ? questions.value.records : [], semantics);
  // The service's document does not show a title, and a posting has none.
  const job = 'job' in owner ? await service.readJob(jobId(owner.job)) : null;
  if ('job' in owner && job?.ok === false && job.error.kind === 'not_found' && tree.nodes.size === 0)
    throw new Fault(`There is no job ${owner.job} at ${chosen.serviceUrl}, or this key may not read it.`);
  const title = job?.ok === true ? job.value.title : null;
  return { source: owner, title, questions: tree.nodes.size, findings: findFaults(tree, conditions) };
}

function nameOf({ source, title }: CheckedSet): string {
  const [kind, id] = Object.entries(source)[0] ?? [];
  const origin = kind === 'file' ? id : `${kind} ${id}`;
  return visibleInLine(title === null ? `${origin}` : `${title} (${origin})`);
}

/** Groups the findings by question, in their order. */
function linesOf(set: CheckedSet): readonly string[] {
  const { questions, findings } = set;
  const total = count(questions, 'question');
  if (findings.length === 0) return [`${nameOf(set)}: no faults found in ${total}.`];
  const ids = [...new Set(findings.map(({ question }) => question))];
  return [
    `${nameOf(set)}: ${count(findings.length, 'fault')} to correct in ${ids.length} of ${total}.`,
    ...ids.flatMap((id) => groupLines(findings.filter(({ question }) => question === id))),
  ];
}

const groupLines = (group: readonly QuestionFinding[]): readonly string[] => [
  '',
  visibleInLine(`${group[0]?.title.trim() || 'Question without a title'}  [${group[0]?.question}]`),
  ...group.flatMap(({ found, fix }) =>
    [`  Fault: ${found}`, `  To do: ${fix}`].map((line) => visibleInLine(line)),
  ),
];
