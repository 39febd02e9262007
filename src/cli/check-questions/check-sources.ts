/** Where the questions come from that are checked: a file, or a job of the service. */
import { checkQuestions } from '../../core/check/check-questions.ts';
import { list, member } from '../../core/jsonapi/json.ts';
import { readFormMeta, readQuestionDocument } from '../../core/jsonapi/read-questions.ts';
import { failure, type Outcome, success } from '../../core/model/failure.ts';
import { jobId } from '../../core/model/ids.ts';
import type { QuestionRecord, Semantics } from '../../core/model/question.ts';
import { buildTree } from '../../core/tree/question-tree.ts';
import { type QuestionSet, readQuestionSet } from '../../server/forms/question-set.ts';
import type { Environment } from '../../server/process/configuration/variables.ts';
import { createService, type Service } from '../../server/service/create-service.ts';
import type { Send } from '../../server/service/send-request.ts';
import { sentenceOf } from '../arguments.ts';
import { type ChosenTenant, chooseTenant } from '../chosen-tenant.ts';
import { explainFailure } from '../service-sentences.ts';
import type { CheckedSet } from './check-report.ts';

export interface Surroundings {
  readonly environment: Environment;
  readonly send: Send;
  readonly pause: (milliseconds: number) => Promise<void>;
  /** Throws when it cannot be read. */
  readonly readFile: (file: string) => string;
}

/** A set, or a sentence for the user. */
type Checked = Outcome<CheckedSet, string>;

export function checkFile(file: string, { readFile }: Pick<Surroundings, 'readFile'>): Checked {
  const document = readJson(file, readFile);
  if (!document.ok) return document;
  const read = readQuestionDocument(document.value);
  if (!read.ok)
    return failure(`${file} is no document of questions: it has to be a JSON object with a list "data".`);
  const { records } = read.value;
  const skipped = skippedIn(document.value, records);
  if (skipped !== null)
    return failure(
      `${file} cannot be read whole, and a part is not judged: ${skipped} no "id", or another type than "questions".`,
    );
  const { semantics, title } = readFormMeta(document.value);
  return success(judge({ file }, { title, records, semantics }));
}

/** What is no question with an id, in words that “no id” follows; beside the questions, other things may be included. */
function skippedIn(document: unknown, records: readonly QuestionRecord[]): string | null {
  const included = list(member(document, 'included')).filter((one) => member(one, 'type') === 'questions');
  const all = list(member(document, 'data')).length + included.length;
  const skipped = all - records.length;
  if (skipped === 0) return null;
  return all === 1
    ? 'its only entry has'
    : `${skipped} of its ${all} entries ${skipped === 1 ? 'has' : 'have'}`;
}

function readJson(file: string, readFile: Surroundings['readFile']): Outcome<unknown, string> {
  let text: string;
  try {
    text = readFile(file);
  } catch (error) {
    return failure(`${file} cannot be read: ${sentenceOf(error)}`);
  }
  try {
    // JSON does not allow a byte order mark, but many editors write one.
    return success(JSON.parse(text.replace(/^\uFEFF/, '')));
  } catch (error) {
    return failure(`${file} is not JSON: ${sentenceOf(error)}`);
  }
}

interface ReadSet {
  /** null: the form has none. */
  readonly title: string | null;
  readonly records: readonly QuestionRecord[];
  readonly semantics: Semantics;
}

function judge(
  source: CheckedSet['source'],
  { title, records, semantics }: ReadSet,
  conditions?: ReadonlyMap<string, readonly unknown[]>,
): CheckedSet {
  const tree = buildTree(records, semantics);
  return { source, title, questions: tree.nodes.size, findings: checkQuestions(tree, conditions) };
}

/** Milliseconds between two requests: two a second, because others use the service too. */
const GAP = 500;

/** What the questions of the service belong to. */
export type Owner = { readonly job: string } | { readonly posting: string };

/** The error is a sentence for the user. */
export function openService(
  tenant: string | null,
  { environment, send, pause }: Surroundings,
): Outcome<(owner: Owner) => Promise<Checked>, string> {
  const chosen = chooseTenant(environment, tenant);
  if (!chosen.ok) return chosen;
  const { serviceUrl, isSandbox, tenant: found } = chosen.value;
  let isFirst = true;
  const service = createService({
    baseUrl: serviceUrl,
    key: found.serviceKey,
    async send(request) {
      if (!isFirst && !isSandbox) await pause(GAP);
      isFirst = false;
      return send(request);
    },
  });
  return success((owner) => checkOwner(owner, service, chosen.value));
}

/** The error is a sentence for the user. */
async function checkOwner(owner: Owner, service: Service, chosen: ChosenTenant): Promise<Checked> {
  const { questionsBy, name, semantics, questionFilter: filterForm } = chosen.tenant;
  const isOfPostings = questionsBy === 'posting';
  if ('job' in owner && isOfPostings)
    return failure(
      `The questions of tenant "${name}" belong to postings, not to jobs (questionsBy): name the posting by --posting ID.`,
    );
  if ('posting' in owner && !isOfPostings)
    return failure(
      `The questions of tenant "${name}" do not belong to postings (questionsBy is "${questionsBy}"): name the job by --job ID.`,
    );
  const questionable = 'posting' in owner ? owner.posting : questionsBy === 'all' ? null : owner.job;
  const read = await readQuestionSet({ service, questionable, filterForm }, 1);
  if (!read.ok) return failure(await explainFailure(read.error, chosen));
  if (read.value.isCut) return failure(CUT);
  const records = recordsOf(read.value);
  // A title is beyond the service's document, and of a posting there is none.
  const about = 'job' in owner ? await service.readJob(jobId(owner.job)) : null;
  if (about?.ok === false && about.error.kind === 'not_found' && records.length === 0)
    return failure(`There is no job ${questionable} at ${chosen.serviceUrl}, or not for this key.`);
  const title = about?.ok === true ? about.value.title : null;
  return success(judge(owner, { title, records, semantics }, read.value.conditions));
}

const CUT =
  'The list was not read to its end, as it has more than 50,000 questions or the service gives no further page, and a part is not judged: set questionsBy to "job" or "posting", so that the list is that of one form.';

function recordsOf({ data, included }: QuestionSet): readonly QuestionRecord[] {
  const read = readQuestionDocument({ data, included });
  return read.ok ? read.value.records : [];
}
