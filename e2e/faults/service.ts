/**
 * The recruitment service of one schedule: the sandbox with random variations, and a log of everything that it accepted. The log is
 * made from the requests themselves, so it does not rely on the sandbox.
 */
import { isObject, list, path } from '../../src/core/jsonapi/json.ts';
import { writePlainValue } from '../../src/core/jsonapi/submissions.ts';
import { documentsQuestion } from '../../src/core/model/details.ts';
import { type ApplicationId, applicationId } from '../../src/core/model/ids.ts';
import type { OutgoingValue } from '../../src/core/model/question.ts';
import { createSandbox, type Sandbox } from '../../src/sandbox/create-sandbox.ts';
import type { SampleForm } from '../../src/sandbox/sample-form.ts';
import type { Rate } from '../../src/sandbox/sandbox-state.ts';
import type { Random } from '../support/random.ts';
import * as chances from './chances.ts';
import { fileIn } from './files.ts';
import type { World } from './world.ts';

/** A request whose body has been read. */
export interface ServiceRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  /** null for a read. */
  readonly body: string | null;
  /** Milliseconds of virtual time at which it was sent. */
  readonly sentAt: number;
}

/** An answer, or a document of an application. */
export interface TakenAnswer {
  readonly application: string;
  readonly question: string;
  /** A text that is equal for equal content. */
  readonly print: string;
  readonly sentAt: number;
  readonly at: number;
}

export interface TakenApplication {
  readonly id: ApplicationId;
  /** null if the application existed before. */
  readonly reference: string | null;
  readonly print: string;
}

export const KEY = 'key';
export const ADDRESS = 'http://service.example';

export class Service {
  readonly applications: TakenApplication[] = [];
  readonly answers: TakenAnswer[] = [];
  /** The number of refused applications. */
  refused = 0;
  readonly #world: World;
  readonly #random: Random;
  readonly #sandbox: Sandbox;
  readonly #form: SampleForm;
  readonly #clockAhead: number;
  readonly #hides: { readonly questions: boolean; readonly documents: boolean };
  readonly #refusals = new Map<string, boolean>();

  /** @param rate null for no limit */
  constructor(world: World, form: SampleForm, random: Random, rate: Rate | null = null) {
    this.#world = world;
    this.#form = form;
    this.#random = random;
    this.#clockAhead = random.between(-90_000, 90_000);
    this.#sandbox = createSandbox({
      key: KEY,
      forms: [form],
      rate,
      duplicates: random.chance(0.7) ? 'accept' : random.pick(['reject', 'replace']),
      now: () => this.#now(),
    });
    const { namesNoQuestion, hidesDocuments } = chances.service;
    this.#hides = { questions: random.chance(namesNoQuestion), documents: random.chance(hidesDocuments) };
  }

  /** Creates an application that exists before the schedule. */
  applyTo(): ApplicationId {
    const id = applicationId(this.#sandbox.applyTo(this.#form.name));
    this.applications.push({ id, reference: null, print: '' });
    return id;
  }

  serve(request: ServiceRequest): Promise<Response> {
    return this.#world.track(this.#serve(request));
  }

  /** Whether content is refused; equal content gets equal results. */
  refuses(print: string, share: number = chances.refusal.answer): boolean {
    const known = this.#refusals.get(print) ?? this.#random.chance(share);
    this.#refusals.set(print, known);
    return known;
  }

  #now(): number {
    return this.#world.clock.now() + this.#clockAhead;
  }

  async #serve(request: ServiceRequest): Promise<Response> {
    const { method, url, headers, body } = request;
    const content: unknown = body === null ? null : JSON.parse(body);
    const fault = body === null ? this.#hide(url) : this.#refuse(request, content);
    if (fault !== null) return this.#reply(fault.status, JSON.stringify({ errors: [fault] }));
    const response = await this.#sandbox.fetch(new Request(url, { method, headers, body }));
    if (body === null) {
      response.headers.set('date', this.#date);
      return response;
    }
    const text = await response.text();
    if (response.ok) this.#note(request, content, JSON.parse(text));
    else if (createsApplication(request)) this.refused += 1;
    return this.#reply(response.status, text);
  }

  get #date(): string {
    return new Date(this.#now()).toUTCString();
  }

  #reply(status: number, text: string): Response {
    return new Response(text, { status, headers: { date: this.#date } });
  }

  #hide({ searchParams }: URL): Fault | null {
    const isHidden =
      (this.#hides.questions && searchParams.get('include') === 'answers.question') ||
      (this.#hides.documents && searchParams.has('extra_fields[applications]'));
    return isHidden ? { status: 400, detail: 'This is not supported' } : null;
  }

  #refuse(request: ServiceRequest, content: unknown): Fault | null {
    const attributes = path(content, 'data', 'attributes');
    if (createsApplication(request)) {
      const wrong = (['email', 'phone'] as const).find((name) => {
        const value = path(attributes, name);
        return typeof value === 'string' && this.refuses(value, chances.refusal.details);
      });
      if (wrong === undefined) return null;
      this.refused += 1;
      const source = { pointer: `/data/attributes/${wrong}` };
      return { status: 422, detail: `${wrong} is invalid`, source };
    }
    const refused = readAnswers(request, content).find(({ print }) => this.refuses(print));
    if (refused === undefined) return null;
    return { status: refused.print.length % 2 === 0 ? 400 : 422, detail: 'This answer is not taken' };
  }

  #note(request: ServiceRequest, content: unknown, made: unknown): void {
    const attributes = path(content, 'data', 'attributes');
    const id = String(path(made, 'data', 'id'));
    const at = this.#world.clock.monotonic();
    if (createsApplication(request)) {
      const reference = String(path(attributes, 'external_system_reference'));
      this.applications.push({ id: applicationId(id), reference, print: printDetails(attributes) });
      this.#world.trace?.('service', `makes application ${id} of ${reference}`);
    }
    for (const answer of readAnswers(request, content)) {
      this.answers.push({ ...answer, at, sentAt: request.sentAt });
      this.#world.trace?.('service', `takes ${answer.print}`);
    }
  }
}

interface Fault {
  readonly status: number;
  readonly detail: string;
  readonly source?: { readonly pointer: string };
}

const createsApplication = ({ method, url }: ServiceRequest): boolean =>
  method === 'POST' && url.pathname === '/api/v1/applications';

/** Reads the one answer or the documents of a request. */
function readAnswers({ url }: ServiceRequest, content: unknown) {
  const data = path(content, 'data');
  if (url.pathname !== '/api/v1/answers') {
    const application = url.pathname.split('/').at(-1) ?? '';
    return list(path(data, 'attributes', 'documents_base64')).map((document) => {
      const file = fileIn(String(path(document, 'data')));
      return { application, question: documentsQuestion, print: print(documentsQuestion, [file]) };
    });
  }
  const application = String(path(data, 'relationships', 'answerable', 'data', 'id'));
  const question = String(path(data, 'relationships', 'question', 'data', 'id'));
  const attributes = path(data, 'attributes');
  const file = path(attributes, 'document_base64_data');
  const options = list(path(content, 'included')).map((option) => String(path(option, 'attributes', 'text')));
  const plain = [...Object.values(isObject(attributes) ? attributes : {}), ...options.sort()];
  const value = typeof file === 'string' ? [fileIn(file)] : plain;
  return [{ application, question, print: print(question, value) }];
}

const print = (question: string, value: readonly unknown[]): string => JSON.stringify([question, ...value]);

/** Prints a value as the service's copy of it would be printed. */
export function printOf(question: string, value: OutgoingValue): string {
  switch (value.kind) {
    case 'document':
      return print(question, [value.file.id]);
    case 'choice':
      return print(question, [...value.options].sort());
    default:
      return print(question, Object.values(writePlainValue(value)));
  }
}

/** Prints the details of an application's request, with the bytes of its files. */
export function printDetails(attributes: unknown): string {
  const [email, phone, cv] = ['email', 'phone', 'cv_base64_data'].map(
    (name) => path(attributes, name) ?? null,
  );
  return JSON.stringify([email, phone, typeof cv === 'string' ? fileIn(cv) : null]);
}
