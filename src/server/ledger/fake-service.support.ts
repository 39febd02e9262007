/** For tests: a recruitment service of words, whose requests meet the fates that a test names. */

import { documentsQuestion } from '../../core/model/details.ts';
import { failure, type Outcome, success } from '../../core/model/failure.ts';
import { type ApplicationId, applicationId } from '../../core/model/ids.ts';
import type { OutgoingValue } from '../../core/model/question.ts';
import type { ServiceError } from '../service/service-error.ts';
import type { VirtualClock } from '../virtual-clock.support.ts';
import type {
  AnswerToSend,
  GatewayError,
  JobDestination,
  ServiceAnswer,
  ServiceGateway,
} from './http-gateway.ts';

export const application = applicationId('99');
/** Milliseconds since 1970. */
export const began = Date.UTC(2026, 0, 1);
/** Milliseconds until a POST is given up. */
export const LIMIT = 15_000;

/** What becomes of the next POST: what is stored, and what is told. */
export type Fate =
  | 'stored'
  /** Stored, and the reply is lost. */
  | 'reply lost'
  /** Not stored, and no reply comes. */
  | 'request lost'
  | ServiceError
  /** Stored so many milliseconds after the POST was begun; no reply comes. */
  | { readonly late: number };

export interface Service extends ServiceGateway {
  readonly clock: VirtualClock;
  readonly held: ServiceAnswer[];
  readonly applications: Map<string, ApplicationId>;
  /** What went, in order: the question's id, `application`, `read` or `find`. */
  readonly asked: string[];
  /** Of the next POSTs, in order; then all are stored. */
  readonly fates: Fate[];
  /** Of the next reads, in order; then all succeed. */
  readonly reads: GatewayError[];
  /** Milliseconds that each request takes. */
  takes: number;
  /** It shows nothing of what it holds, and does not say so. */
  hides: boolean;
  /** It shows files of the application itself. */
  showsDocuments: boolean;
  /** Of each application that was made, all that came with it. */
  readonly made: JobDestination[];
  /** What stands between the service and the wire. */
  before: (asked: string) => Promise<void>;
}

export function createFakeService(clock: VirtualClock): Service {
  const post = async <Value>(asked: string, store: () => Value): Promise<Outcome<Value, ServiceError>> => {
    service.asked.push(asked);
    await service.before(asked);
    await clock.sleep(service.takes);
    const fate = service.fates.shift() ?? 'stored';
    if (fate === 'stored') return success(store());
    if (typeof fate === 'object' && 'kind' in fate) return failure(fate);
    if (fate === 'reply lost') store();
    if (typeof fate === 'object') void clock.sleep(fate.late).then(store);
    await clock.sleep(LIMIT);
    return failure({ kind: 'timeout' });
  };
  const read = async <Value>(asked: string, value: () => Value): Promise<Outcome<Value, GatewayError>> => {
    service.asked.push(asked);
    await clock.sleep(service.takes);
    const error = service.reads.shift();
    return error === undefined ? success(value()) : failure(error);
  };
  const service: Service = {
    clock,
    held: [],
    applications: new Map(),
    asked: [],
    fates: [],
    reads: [],
    ...usual,
    made: [],
    sendAnswer: (_key, answer) =>
      post<string | null>(answer.question, () => {
        const isDocument = answer.question === documentsQuestion;
        const held = hold(answer, service.held.length, began + clock.monotonic());
        service.held.push(isDocument ? { ...held, createdAt: null, title: null, type: null } : held);
        return isDocument ? null : held.id;
      }),
    makeApplication: (_key, destination, wanted) =>
      post('application', () => {
        service.applications.set(wanted, application);
        service.made.push(destination);
        return application;
      }),
    readAnswers: (_application, { documents }) =>
      read(documents ? 'read all' : 'read', () => {
        const hasDocuments = documents && service.showsDocuments;
        const isShown = ({ question }: ServiceAnswer) => question !== documentsQuestion || hasDocuments;
        const answers = service.hides ? [] : service.held.filter(isShown);
        return { answers, clockAhead: 0, hasAnswers: true, hasDocuments };
      }),
    findApplication: (wanted) => read('find', () => service.applications.get(wanted) ?? null),
  };
  return service;
}

const usual = {
  takes: 10,
  hides: false,
  showsDocuments: true,
  before: async () => undefined,
  limitOf: () => LIMIT,
} as const;

export function hold(
  { question, title, type, value }: Pick<AnswerToSend, 'question' | 'title' | 'type' | 'value'>,
  place: number,
  createdAt: number,
): ServiceAnswer {
  return { id: `a${place}`, question, title, type, attributes: attributesOf(value), createdAt };
}

function attributesOf(value: OutgoingValue): ServiceAnswer['attributes'] {
  if (value.kind === 'document') return { document_answer: { filename: value.file.name } };
  return value.kind === 'text' ? { text_answer: value.text } : {};
}
