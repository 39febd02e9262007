/** Where the questions come from that are checked: a file, a job of the service, a sample form of the sandbox. */
import { type CheckContext, checkQuestions } from '../../core/check/check-questions.ts';
import { readFormMeta } from '../../core/jsonapi/read-meta.ts';
import { readQuestionDocument } from '../../core/jsonapi/read-questions.ts';
import { list, member } from '../../core/jsonapi/stored-json.ts';
import { type JobId, jobId } from '../../core/model/ids.ts';
import { failure, type Outcome, success } from '../../core/model/outcome.ts';
import { defaultSemantics, type Semantics } from '../../core/model/question.ts';
import type { QuestionRecord } from '../../core/model/question-record.ts';
import { buildTree } from '../../core/tree/build-tree.ts';
import { createSandbox, DEFAULT_KEY } from '../../sandbox/create-sandbox.ts';
import { sampleForms } from '../../sandbox/sample-forms.ts';
import { sampleSettings } from '../../server/app/configuration/sample-settings.ts';
import type { Environment } from '../../server/app/configuration/variables.ts';
import { askedOfVisitors } from '../../server/http/forms/asked-details.ts';
import {
  type QuestionSet,
  type QuestionSource,
  readQuestionSet,
  readTranslatedSet,
} from '../../server/http/forms/question-set.ts';
import { createService, type Service } from '../../server/service/create-service.ts';
import { translatedLocales } from '../../server/service/question-query.ts';
import type { Send } from '../../server/service/send-request.ts';
import type { ServiceError } from '../../server/service/service-error.ts';
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
  return success(judge({ file }, { title, records, semantics }, {}));
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
  context: CheckContext,
): CheckedSet {
  const tree = buildTree(records, semantics);
  return { source, title, questions: tree.nodes.size, findings: checkQuestions(tree, context) };
}

/** The sample form as its service gives it, with all its languages. */
export async function checkSample(name: string): Promise<Checked> {
  const form = sampleForms.find((one) => one.name === name);
  if (form === undefined)
    return failure(
      `There is no sample form "${name}". Known: ${sampleForms.map((one) => one.name).join(', ')}.`,
    );
  const sandbox = createSandbox({ forms: [form] });
  const service = createService({
    baseUrl: 'http://sandbox',
    key: DEFAULT_KEY,
    send: (request) => Promise.resolve(sandbox.fetch(request, { address: '127.0.0.1' })),
  });
  const job = jobId(form.job.id);
  const read = await readForm({ service, questionable: job, filterForm: 'eq' }, async ({ kind }) => kind);
  if (!read.ok) return failure(`The sample form "${name}" could not be read: ${read.error}.`);
  const details = askedOfVisitors({ publicJobs: 'all', jobs: sampleSettings() }, job);
  const { records, conditions, languages } = read.value;
  return success(
    judge(
      { form: name },
      { title: form.title, records, semantics: defaultSemantics },
      { details, conditions, languages },
    ),
  );
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

async function checkOwner(owner: Owner, service: Service, chosen: ChosenTenant): Promise<Checked> {
  const { questionsBy, name } = chosen.tenant;
  if ('job' in owner)
    return questionsBy === 'posting'
      ? failure(
          `The questions of tenant "${name}" belong to postings, not to jobs (questionsBy): name the posting by --posting ID.`,
        )
      : checkJob(jobId(owner.job), service, chosen);
  return questionsBy === 'posting'
    ? checkPosting(owner.posting, service, chosen)
    : failure(
        `The questions of tenant "${name}" do not belong to postings (questionsBy is "${questionsBy}"): name the job by --job ID.`,
      );
}

/** Of a posting neither a title is known here nor which details are asked with it. */
async function checkPosting(posting: string, service: Service, chosen: ChosenTenant): Promise<Checked> {
  const { questionFilter: filterForm, semantics } = chosen.tenant;
  const read = await readForm({ service, questionable: posting, filterForm }, (error) =>
    explainFailure(error, chosen),
  );
  if (!read.ok) return read;
  const { records, conditions, languages } = read.value;
  return success(judge({ posting }, { title: null, records, semantics }, { conditions, languages }));
}

async function checkJob(job: JobId, service: Service, chosen: ChosenTenant): Promise<Checked> {
  const { tenant, serviceUrl } = chosen;
  const source = {
    service,
    questionable: tenant.questionsBy === 'all' ? null : job,
    filterForm: tenant.questionFilter,
  };
  const read = await readForm(source, (error) => explainFailure(error, chosen));
  if (!read.ok) return read;
  const about = await service.readJob(job);
  if (!about.ok && about.error.kind === 'not_found' && read.value.records.length === 0)
    return failure(`There is no job ${job} at ${serviceUrl}, or not for this key.`);
  const { records, conditions, languages } = read.value;
  const title = about.ok ? about.value.title : null;
  const details = askedOfVisitors(tenant, job);
  return success(
    judge({ job }, { title, records, semantics: tenant.semantics }, { details, conditions, languages }),
  );
}

interface ReadForm extends Pick<QuestionSet, 'conditions'> {
  readonly records: readonly QuestionRecord[];
  readonly languages: ReadonlyMap<string, readonly QuestionRecord[]>;
}

const CUT =
  'The list was not read to its end, as it has more than 50,000 questions or the service gives no further page, and a part is not judged: set questionsBy to "job" or "posting", so that the list is that of one form.';

/**
 * A language that the service refuses is left out: only what it gives can lack something. Anything else that cannot be
 * read is a failure, since what is missing would pass for right. The error is a sentence for the user.
 */
async function readForm(
  source: QuestionSource,
  explain: (error: ServiceError) => Promise<string>,
): Promise<Outcome<ReadForm, string>> {
  const set = await readQuestionSet(source, 1);
  if (!set.ok) return failure(await explain(set.error));
  if (set.value.isCut) return failure(CUT);
  const { conditions } = set.value;
  const languages = new Map<string, readonly QuestionRecord[]>();
  for (const locale of set.value.data.length === 0 ? [] : translatedLocales) {
    const translated = await readTranslatedSet(source, locale, set.value.levels);
    if (translated.ok && translated.value.isCut) return failure(CUT);
    if (translated.ok) languages.set(locale, recordsOf(translated.value));
    else if (!isRefused(translated.error))
      return failure(`Its texts in "${locale}" were not read. ${await explain(translated.error)}`);
  }
  return success({ records: recordsOf(set.value), conditions, languages });
}

const isRefused = ({ kind }: ServiceError): boolean => kind === 'bad_request' || kind === 'invalid';

function recordsOf({ data, included }: QuestionSet): readonly QuestionRecord[] {
  const read = readQuestionDocument({ data, included });
  return read.ok ? read.value.records : [];
}
