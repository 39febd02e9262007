/** The gateway of one process to the simulated service, with the same three kinds of request as over HTTP. */

import type { OutgoingValue } from '../../src/core/model/answer.ts';
import type { ApplicationId } from '../../src/core/model/ids.ts';
import { failure, type Outcome, success } from '../../src/core/model/outcome.ts';
import type { SubjectKey } from '../../src/core/model/ports.ts';
import type {
  AnswerToSend,
  FileGone,
  HeldAnswer,
  JobDestination,
  ServiceGateway,
} from '../../src/server/delivery/service-gateway.ts';
import type { ServiceError } from '../../src/server/service/service-error.ts';
import { printOf } from './content.ts';
import * as faults from './faults-of-a-schedule.ts';
import { never } from './faulty-store.ts';
import type { Host } from './host.ts';
import type { Network } from './network.ts';
import type { Refusals } from './refusals.ts';
import type { SimulatedService, StoredAnswer } from './simulated-service.ts';
import type { HeldFiles } from './simulated-staging.ts';
import type { World } from './world.ts';

export interface GatewayDependencies {
  readonly world: World;
  readonly host: Host;
  readonly service: SimulatedService;
  readonly network: Network;
  readonly refusals: Refusals;
  readonly staging: HeldFiles;
  /** Called for every answer at the moment it is sent. */
  readonly onSend: (key: SubjectKey, answer: AnswerToSend, application: ApplicationId) => void;
}

/** Milliseconds (`src/server/delivery/README.md#figures`). */
const LIMIT = 15_000;
const FILE_LIMIT = 30_000;
/** Milliseconds: a file that takes longer to open is not sent this time. */
const LONGEST_OPENING = 5_000;
const FILE_BYTES_PER_MS = 262.144;
/** Milliseconds since 1970 at which every simulation begins. */
export const BEGINNING = Date.UTC(2026, 0, 1);

export function createSimulatedGateway(dependencies: GatewayDependencies): ServiceGateway {
  const { host, network, service, refusals } = dependencies;
  const { crash } = faults.process;
  const limitOf = (bytes: number) => (bytes === 0 ? LIMIT : FILE_LIMIT + bytes / FILE_BYTES_PER_MS);
  /** One request: the process may end while it is under way. */
  const ask = async <Value>(request: () => Promise<Value>): Promise<Value> => {
    if (host.mayEnd(crash)) return never();
    const reply = request();
    if (host.mayEnd(crash)) return never();
    return host.receive(reply);
  };
  return {
    limitOf,
    async sendAnswer(key, answer, application) {
      const begun = host.clock.monotonic();
      const file = await readFile(dependencies, key, answer);
      if (!file.ok) return file;
      // The mark was fresh before the file was opened: after a pause it may not be any more.
      if (host.clock.monotonic() - begun > LONGEST_OPENING) return failure({ kind: 'unreachable' });
      return ask(() => {
        dependencies.onSend(key, answer, application);
        return network.post(limitOf(bytesOf(answer)), () => storeAnswer(dependencies, answer, application));
      });
    },
    makeApplication: (_key, destination, reference) =>
      ask(() =>
        network.post(LIMIT, () => {
          const no = refusals.ofDetails(detailsOf(destination));
          return no === null ? success(service.makeApplication(reference)) : failure(no);
        }),
      ),
    readAnswers: (application) =>
      ask(async () => {
        const shown = await network.read((lag) => service.read(application, lag));
        if (!shown.ok) return shown;
        const { clockAhead } = service.habits;
        const answers = shown.value.map((one) => describe(one, service));
        return success({ answers, clockAhead, hasAnswers: true, hasDocuments: false });
      }),
    findApplication: (reference) => ask(() => network.read((lag) => service.find(reference, lag))),
  };
}

const bytesOf = ({ value }: AnswerToSend): number => (value.kind === 'document' ? value.file.size : 0);

const detailsOf = ({ details }: JobDestination) => details;

/** A file that cannot be read now is certainly not sent. */
async function readFile(
  { staging }: GatewayDependencies,
  key: SubjectKey,
  { value }: AnswerToSend,
): Promise<Outcome<null, FileGone | { readonly kind: 'unreachable' }>> {
  if (value.kind !== 'document') return success(null);
  try {
    const file = value.file.id;
    return (await staging.open(key, file)) ? success(null) : failure({ kind: 'file_gone', file });
  } catch {
    return failure({ kind: 'unreachable' });
  }
}

function storeAnswer(
  { service, refusals }: GatewayDependencies,
  { question, value, title, type }: AnswerToSend,
  application: ApplicationId,
): Outcome<string, ServiceError> {
  if (!service.has(application)) return failure({ kind: 'not_found' });
  const no = refusals.ofAnswer(question, value);
  if (no !== null) return failure(no);
  const print = printOf(question, value);
  const attributes = attributesOf(value);
  const id = service.store({ application, question, print, title, type, attributes, isForeign: false });
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
