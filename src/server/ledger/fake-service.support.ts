/** For tests: a fake recruitment service; a test chooses the outcome of each request. */

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
/** Milliseconds after which a POST is abandoned. */
export const LIMIT = 15_000;

/** The outcome of a POST. */
export type Fate =
  | 'stored'
  /** Stored, and the reply is lost. */
  | 'reply lost'
  /** Not stored, and no reply comes. */
  | 'request lost'
  | ServiceError
  /** Stored so many milliseconds after the POST began; no reply comes. */
  | { readonly late: number };

export interface Service extends ServiceGateway {
  readonly clock: VirtualClock;
  /** The answers that the service has stored. */
  readonly answers: ServiceAnswer[];
  readonly applications: Map<string, ApplicationId>;
  /** Every request in order: the question's id, `application`, `read`, `read all` or `find`. */
  readonly requests: string[];
  /** The outcomes of the next POSTs, in order; later ones are stored. */
  readonly fates: Fate[];
  /** The errors of the next reads, in order; later ones succeed. */
  readonly reads: GatewayError[];
  /** Milliseconds that each request takes. */
  takes: number;
  /** Whether reads silently show no answers. */
  hides: boolean;
  /** Whether reads show files of the application itself. */
  showsDocuments: boolean;
  /** The content of each created application. */
  readonly made: JobDestination[];
  /** Runs before the service takes a POST. */
  before: (request: string) => Promise<void>;
}

export function createFakeService(clock: VirtualClock): Service {
  const post = async <Value>(request: string, store: () => Value): Promise<Outcome<Value, ServiceError>> => {
    service.requests.push(request);
    await service.before(request);
    await clock.sleep(service.takes);
    const fate = service.fates.shift() ?? 'stored';
    if (fate === 'stored') return success(store());
    if (typeof fate === 'object' && 'kind' in fate) return failure(fate);
    if (fate === 'reply lost') store();
    if (typeof fate === 'object') void clock.sleep(fate.late).then(store);
    await clock.sleep(LIMIT);
    return failure({ kind: 'timeout' });
  };
  const read = async <Value>(request: string, value: () => Value): Promise<Outcome<Value, GatewayError>> => {
    service.requests.push(request);
    await clock.sleep(service.takes);
    const error = service.reads.shift();
    return error === undefined ? success(value()) : failure(error);
  };
  const service: Service = {
    clock,
    answers: [],
    applications: new Map(),
    requests: [],
    fates: [],
    reads: [],
    ...defaults,
    made: [],
    sendAnswer: (_key, answer) =>
      post<string | null>(answer.question, () => {
        const isDocument = answer.question === documentsQuestion;
        const stored = toServiceAnswer(answer, service.answers.length, began + clock.monotonic());
        service.answers.push(isDocument ? { ...stored, createdAt: null, title: null, type: null } : stored);
        return isDocument ? null : stored.id;
      }),
    makeApplication: (_key, destination, reference) =>
      post('application', () => {
        service.applications.set(reference, application);
        service.made.push(destination);
        return application;
      }),
    readAnswers: (_application, { documents }) =>
      read(documents ? 'read all' : 'read', () => {
        const hasDocuments = documents && service.showsDocuments;
        const isShown = ({ question }: ServiceAnswer) => question !== documentsQuestion || hasDocuments;
        const answers = service.hides ? [] : service.answers.filter(isShown);
        return { answers, clockAhead: 0, hasAnswers: true, hasDocuments };
      }),
    findApplication: (reference) => read('find', () => service.applications.get(reference) ?? null),
  };
  return service;
}

const defaults = {
  takes: 10,
  hides: false,
  showsDocuments: true,
  before: async () => undefined,
  limitOf: () => LIMIT,
} as const;

export function toServiceAnswer(
  { question, title, type, value }: Pick<AnswerToSend, 'question' | 'title' | 'type' | 'value'>,
  index: number,
  createdAt: number,
): ServiceAnswer {
  return { id: `a${index}`, question, title, type, attributes: attributesOf(value), createdAt };
}

function attributesOf(value: OutgoingValue): ServiceAnswer['attributes'] {
  if (value.kind === 'document') return { document_answer: { filename: value.file.name } };
  return value.kind === 'text' ? { text_answer: value.text } : {};
}
