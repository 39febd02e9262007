/** The gateway of one process to the simulated service, with the same three kinds of request as over HTTP. */

import { documentsQuestion } from '../../src/core/model/details.ts';
import { failure, type Outcome, success } from '../../src/core/model/failure.ts';
import type { ApplicationId, Reference } from '../../src/core/model/ids.ts';
import type { AttachedFile, OutgoingValue } from '../../src/core/model/question.ts';
import type {
  AnswerToSend,
  FileGone,
  HeldAnswer,
  JobDestination,
  ServiceGateway,
} from '../../src/server/ledger/http-gateway.ts';
import type { SubjectKey } from '../../src/server/ports.ts';
import { applicationFiles } from '../../src/server/service/bodies.ts';
import { unproven } from '../../src/server/service/read-back.ts';
import type { MemberName } from '../../src/server/service/refusals.ts';
import type { ServiceError } from '../../src/server/service/service-error.ts';
import { printOf } from './content.ts';
import * as faults from './faults-of-a-schedule.ts';
import { never } from './faulty-store.ts';
import type { Host } from './host.ts';
import type { Network } from './network.ts';
import type { Refusals } from './refusals.ts';
import type { Demandable } from './said.ts';
import type { SimulatedService, StoredAnswer } from './simulated-service.ts';
import type { HeldFiles } from './simulated-staging.ts';
import type { World } from './world.ts';

export interface GatewayDependencies {
  readonly world: World;
  readonly wall: { readonly ahead: number };
  readonly host: Host;
  readonly service: SimulatedService;
  readonly network: Network;
  readonly refusals: Refusals;
  readonly staging: HeldFiles;
  /** Called for every answer at the moment it is sent. */
  readonly onSend: (key: SubjectKey, answer: AnswerToSend, application: ApplicationId) => void;
}

/** Milliseconds (`src/server/ledger/README.md#figures`). */
const LIMIT = 15_000;
const FILE_LIMIT = 30_000;
/** Milliseconds: a file that takes longer to open is not sent this time. */
const LONGEST_OPENING = 5_000;
const FILE_BYTES_PER_MS = 262.144;
/** Milliseconds since 1970 at which every simulation begins. */
export const BEGINNING = Date.UTC(2026, 0, 1);

export function createSimulatedGateway(dependencies: GatewayDependencies): ServiceGateway {
  const { host, network, service } = dependencies;
  const { crash } = faults.process;
  const limitOf = (bytes: number) => (bytes === 0 ? LIMIT : FILE_LIMIT + bytes / FILE_BYTES_PER_MS);
  /** One request: the process may end while it is under way. */
  const ask = async <Value>(request: () => Promise<Value>): Promise<Value> => {
    if (host.mayEnd(crash)) return never();
    const reply = request();
    if (host.mayEnd(crash)) return never();
    return host.receive(reply);
  };
  /** What was opened in time goes at once. */
  const open = async (key: SubjectKey, files: readonly AttachedFile[]) => {
    const begun = host.clock.monotonic();
    const opened = await readFiles(dependencies, key, files);
    if (!opened.ok) return opened;
    // The mark was fresh before the files were opened: after a pause it may not be any more.
    return host.clock.monotonic() - begun > LONGEST_OPENING
      ? failure({ kind: 'unreachable' } as const)
      : opened;
  };
  return {
    limitOf,
    async sendAnswer(key, answer, application) {
      const { value } = answer;
      const files = value.kind === 'document' ? [value.file] : [];
      const opened = await open(key, files);
      if (!opened.ok) return opened;
      return ask(() => {
        dependencies.onSend(key, answer, application);
        return network.post(limitOf(bytesOf(files)), () => storeAnswer(dependencies, answer, application));
      });
    },
    async makeApplication(key, destination, reference) {
      const files = applicationFiles(destination.files);
      const opened = await open(key, files);
      if (!opened.ok) return opened;
      return ask(() =>
        network.post(limitOf(bytesOf(files)), () => storeApplication(dependencies, destination, reference)),
      );
    },
    readAnswers: (application, { documents }) =>
      ask(async () => {
        const { clockAhead, showsDocuments } = service.habits;
        const hasDocuments = documents && showsDocuments;
        const shown = await network.read((lag) => ({
          answers: service.read(application, lag),
          files: service.readFiles(application, lag),
        }));
        if (!shown.ok) return shown;
        if (network.isOdd()) return unproven;
        const { answers, files } = shown.value;
        const own = answers.filter(({ question }) => question !== documentsQuestion);
        const names = [...files, ...answers.flatMap((one) => namesIn(one, service))];
        return success({
          answers: [
            ...own.map((one) => describe(one, service)),
            ...(hasDocuments
              ? names.map((name, place) => describeFile(shownName(name, place, service), place))
              : []),
          ],
          clockAhead: clockAhead - dependencies.wall.ahead,
          hasAnswers: true,
          hasDocuments,
        });
      }),
    findApplication: (reference) =>
      ask(async () => {
        const found = await network.read((lag) => service.find(reference, lag));
        return found.ok && network.isOdd() ? unproven : found;
      }),
  };
}

const bytesOf = (files: readonly AttachedFile[]): number => files.reduce((sum, { size }) => sum + size, 0);

/** A file that cannot be read now is certainly not sent. */
async function readFiles(
  { staging }: GatewayDependencies,
  key: SubjectKey,
  files: readonly AttachedFile[],
): Promise<Outcome<null, FileGone | { readonly kind: 'unreachable' }>> {
  try {
    for (const { id } of files)
      if (!(await staging.open(key, id))) return failure({ kind: 'file_gone', file: id });
    return success(null);
  } catch {
    return failure({ kind: 'unreachable' });
  }
}

function storeApplication(
  { service, refusals }: GatewayDependencies,
  { details, files = {} }: JobDestination,
  reference: Reference,
): Outcome<ApplicationId, ServiceError> {
  const { demands, tells } = service.habits;
  const missing = demands.filter((field) => !isSent(field, { details, files }));
  const no: ServiceError | null =
    missing.length === 0
      ? refusals.ofDetails(details)
      : { kind: 'invalid', pointers: [], members: tells ? missing.map((field) => memberOf[field]) : [] };
  if (no === null) {
    const ids = [files.cv?.id ?? null, files.cover_letter?.id ?? null];
    const print = JSON.stringify([details, ...ids, (files.documents ?? []).map(({ id }) => id)]);
    return success(
      service.makeApplication(reference, { print, files: applicationFiles(files).map(({ name }) => name) }),
    );
  }
  service.refused += 1;
  if (tells) for (const field of missing) service.missed.add(field);
  return failure(no);
}

const isSent = (
  field: Demandable,
  { details, files = {} }: Pick<JobDestination, 'details' | 'files'>,
): boolean =>
  field === 'phone' || field === 'summary'
    ? details[field] !== undefined
    : [files[field] ?? []].flat().length > 0;

const memberOf = {
  phone: 'phone',
  summary: 'summary',
  cv: 'cv_base64_data',
  cover_letter: 'cover_letter_base64_data',
  documents: 'documents_base64',
} as const satisfies Readonly<Record<Demandable, MemberName>>;

function storeAnswer(
  { service, refusals }: GatewayDependencies,
  { question, value, title, type }: AnswerToSend,
  application: ApplicationId,
): Outcome<string | null, ServiceError> {
  if (!service.has(application)) return failure({ kind: 'not_found' });
  const no = refusals.ofAnswer(question, value);
  if (no !== null) return failure(no);
  const print = printOf(question, value);
  const attributes = attributesOf(value);
  const isDocument = question === documentsQuestion && value.kind === 'document';
  const named = isDocument ? { title: value.file.name, type } : { title, type };
  const id = service.store({ application, question, print, ...named, attributes, isForeign: false });
  if (isDocument) return success(null);
  return id === null ? failure({ kind: 'invalid', pointers: [], members: [] }) : success(id);
}

/** As the service stores it: numbers with decimals, options in its own order. */
export function attributesOf(value: OutgoingValue): Readonly<Record<string, unknown>> {
  switch (value.kind) {
    case 'boolean':
      return { boolean_answer: value.value };
    case 'text':
      return { text_answer: value.text };
    case 'url':
      return { url_answer: value.text };
    case 'number':
      return { number_answer: `${value.text}.0` };
    case 'date':
      return { date_answer: value.day };
    case 'date_range':
      return { date_from_answer: value.from, date_to_answer: value.to };
    case 'choice':
      return { multiple_choice_answer: [...value.options].reverse() };
    case 'document':
      return { document_answer: { context: 'document_answer', filename: value.file.name } };
  }
}

/** Of a document of the application its title is its name. */
function namesIn({ question, title, attributes }: StoredAnswer, { habits }: SimulatedService) {
  if (question === documentsQuestion) return [title];
  const name = habits.showsAllFiles ? nameIn(attributes) : null;
  return name === null ? [] : [name];
}

function nameIn({ document_answer: file }: StoredAnswer['attributes']): string | null {
  if (typeof file !== 'object' || file === null || !('filename' in file)) return null;
  return typeof file.filename === 'string' ? file.filename : null;
}

function shownName(name: string, place: number, { habits }: SimulatedService): string {
  switch (habits.naming) {
    case 'kept':
      return name;
    case 'rewritten':
      return name.replace(/[^A-Za-z0-9.]+/g, '_');
    case 'own':
      return `${ownNames}${place + 1}.pdf`;
  }
}

/** How a name begins that the service gave. */
export const ownNames = '20260101-';

/** An attachment has no id and no time; whose it is follows from where it is shown. */
const describeFile = (name: string, place: number): HeldAnswer => ({
  id: `attachment ${place + 1}`,
  question: documentsQuestion,
  title: null,
  type: null,
  attributes: { attachments: [{ context: 'document', name, url: `https://files.example/${place}` }] },
  createdAt: null,
});

function describe(one: StoredAnswer, { habits }: SimulatedService): HeldAnswer {
  return {
    id: one.id,
    question: habits.namesQuestions ? one.question : null,
    title: one.title,
    type: one.type,
    attributes: { title: one.title, question_type: one.type, ...one.attributes },
    createdAt: BEGINNING + one.at + habits.clockAhead,
  };
}
