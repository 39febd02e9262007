import { Hono } from 'hono';
import { type CallerBindings, hasLoopbackHost } from './caller.ts';
import { controlRoutes, listAddresses } from './control/control.ts';
import { createChanges } from './control/events.ts';
import { createFaultSwitch, type Faults } from './control/faults.ts';
import { type StoredAnswer, storedAnswers } from './control/holdings.ts';
import { type Demands, type JobChanges, sampleDemands } from './control/settings.ts';
import { createFileStore, fileResponse } from './files/file-store.ts';
import { questionBank } from './forms/question-bank.ts';
import { createRateLimit, type ServiceEnvironment, withoutBase } from './guard.ts';
import { jobPage } from './job-page.ts';
import { noSuchPath, notFound, respondFaults, type ServiceFault, unexpectedFailure } from './json-api.ts';
import { createCatalogue } from './question-catalogue.ts';
import { type KeptData, noSamples } from './records/data-file.ts';
import { createRecordStore } from './records/record-store.ts';
import { createRequestLog, LOG_ENTRIES, type RequestEntry } from './request-log.ts';
import type { SampleForm, SampleQuestion } from './sample-form.ts';
import { sampleForms } from './sample-forms.ts';
import { allSamples } from './samples/samples.ts';
import {
  allJobs,
  type Duplicates,
  findJob,
  type Rate,
  type SandboxState,
  type Sleep,
} from './sandbox-state.ts';
import { serviceRoutes } from './service-routes.ts';
import { createTagCatalogue } from './tags/tag-catalogue.ts';

/**
 * A miniature of the recruitment service with the same HTTP interface, sample forms and faults on demand. It
 * deliberately shares no code with the client: two sides built on one schema would share its mistakes. Data is kept in
 * memory.
 */
export interface SandboxOptions {
  /** The value that `X-API-KEY` must have. Default `sandbox-key`, with which `Host` must name this machine. */
  readonly key?: string | undefined;
  /** Names of sample forms, or forms themselves. Default: all sample forms. */
  readonly forms?: readonly (string | SampleForm)[] | undefined;
  /** Templates that belong to no job. Default: those of the sandbox, or none when forms are given. */
  readonly bank?: readonly SampleQuestion[] | undefined;
  /** A few applications with every relationship filled, ids from 80001. Default false. */
  readonly samples?: boolean | undefined;
  /** Whether applications are scored, a feature of the company in the document. Default true. */
  readonly aiScore?: boolean | undefined;
  /** Default: no limit. */
  readonly rate?: Rate | null | undefined;
  /** Default `accept`. */
  readonly duplicates?: Duplicates | undefined;
  /** Data of another sandbox, added to the samples; a record with the id of a sample replaces it. */
  readonly kept?: KeptData | undefined;
  /** The path where the sandbox is mounted, such as `/sandbox`; it is removed from request paths. Default ''. */
  readonly basePath?: string | undefined;
  /** Returns milliseconds since 1970. Default `Date.now`. */
  readonly now?: (() => number) | undefined;
  /** Delays a reply by a number of milliseconds, or until the signal aborts. Default: a timer. */
  readonly sleep?: Sleep | undefined;
  /** Called with unexpected errors of the sandbox itself. Default `console.error`. */
  readonly unexpected?: ((error: unknown) => void) | undefined;
}

export interface Sandbox {
  /**
   * The control answers only if `caller.address` is a loopback address, and `Host` and `Origin`, if given, name this
   * machine. A connection that must end without a reply is ended by `caller.hangUp`; without that, the promise rejects
   * as a `fetch` does.
   */
  fetch(request: Request, caller?: CallerBindings): Promise<Response>;
  /**
   * Makes an application for the job of this form and returns its id. Throws for a form that this sandbox does not
   * have.
   */
  applyTo(form: string): string;
  readonly key: string;
  readonly forms: readonly SampleForm[];
  /** Returns the requests that arrived, or those of one application, oldest first. */
  requests(application?: string): readonly RequestEntry[];
  answers(application?: string): readonly StoredAnswer[];
  /** Replaces all faults. */
  setFaults(faults: Faults): void;
  /** A job that is not named gets the state of its form. */
  setJobs(jobs: JobChanges): void;
  /** A job that is not named demands what its form requires. */
  setDemands(demands: Demands): void;
  /** Everything that the sandbox stores, for the option `kept` of another sandbox. */
  keep(): KeptData;
  /** Calls the listener after each change of the stored data; returns the function that stops it. */
  onChange(listener: () => void): () => void;
}

export const DEFAULT_KEY = 'sandbox-key';

/** Throws for a name that is not a sample form, so names that a person types must be checked against `sampleForms` first. */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const { key = DEFAULT_KEY, basePath = '', now = Date.now, unexpected = console.error } = options;
  const state = createState(options, now);
  if (options.kept !== undefined) restore(state, options.kept);
  const app = createApp(state, { key, basePath, unexpected });
  const rateLimit = createRateLimit(options.rate ?? null, now);
  app.route('/api', serviceRoutes({ state, key, rateLimit, basePath }));
  return {
    fetch: (request, caller = {}) => reply(app, request, caller),
    applyTo: (form) => state.records.applyTo(formNamed(state.forms, form).job.id).id,
    key,
    forms: state.forms,
    requests: (application) => state.log.list(application ?? null),
    answers: (application) => storedAnswers(state, application ?? null),
    setFaults: (faults) => state.faults.replace(faults),
    setJobs: (jobs) => {
      state.settings.jobs = jobs;
    },
    setDemands: ({ jobs, tells }) => {
      state.settings.demands = { tells, jobs: { ...sampleDemands(allJobs(state)), ...jobs } };
    },
    keep: () => keep(state),
    onChange: (listener) => state.changes.listen((change) => change.of === 'holdings' && listener()),
  };
}

const keep = ({ records, tags, files }: SandboxState): KeptData => ({
  records: records.snapshot(),
  tags: tags.snapshot(),
  files: files.snapshot(),
});

function restore({ records, tags, files }: SandboxState, kept: KeptData): void {
  records.restore(kept.records);
  tags.restore(kept.tags);
  files.restore(kept.files);
}

async function reply(
  app: Hono<ServiceEnvironment>,
  request: Request,
  caller: CallerBindings,
): Promise<Response> {
  if (caller.hangUp !== undefined) return app.fetch(request, caller);
  let hasHungUp = false;
  const hangUp = async () => {
    hasHungUp = true;
  };
  const response = await app.fetch(request, { ...caller, hangUp });
  if (hasHungUp) throw new TypeError('fetch failed');
  return response;
}

function createState(options: SandboxOptions, now: () => number): SandboxState {
  const forms = (options.forms ?? sampleForms).map((form) =>
    typeof form === 'string' ? formNamed(sampleForms, form) : form,
  );
  const bank = options.bank ?? (options.forms === undefined ? questionBank : []);
  const samples = options.samples === true ? allSamples : noSamples;
  const changes = createChanges();
  const onChange = () => changes.emit({ of: 'holdings' });
  const files = createFileStore(onChange);
  files.restore(samples.files);
  const jobs = [...forms, ...samples.forms].map(({ job }) => job);
  return {
    forms,
    samples,
    catalogue: createCatalogue([...forms, ...samples.forms], bank),
    records: createRecordStore(now, samples.records, onChange),
    tags: createTagCatalogue(onChange),
    files,
    log: createRequestLog(now, LOG_ENTRIES, (entry) => changes.emit({ of: 'request', entry })),
    faults: createFaultSwitch(),
    settings: { demands: { jobs: sampleDemands(jobs), tells: 'detail' }, jobs: {} },
    changes,
    aiScore: options.aiScore ?? true,
    duplicates: options.duplicates ?? 'accept',
    now,
    sleep: options.sleep ?? sleepByTimer,
  };
}

const sleepByTimer: Sleep = (milliseconds, signal) =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

interface AppDependencies {
  readonly key: string;
  readonly basePath: string;
  readonly unexpected: (error: unknown) => void;
}

function createApp(
  state: SandboxState,
  { key, basePath, unexpected }: AppDependencies,
): Hono<ServiceEnvironment> {
  const app = new Hono<ServiceEnvironment>({
    getPath: (request) => withoutBase(new URL(request.url).pathname, basePath),
  });
  if (key === DEFAULT_KEY)
    app.use('*', async ({ req }, next) => (hasLoopbackHost(req.raw) ? next() : respondFaults([foreignHost])));
  app.route('/_control', controlRoutes(state));
  app.get('/', listAddresses);
  if (basePath !== '') app.get(basePath, (context) => context.redirect(`${basePath}/`));
  app.get('/jobs/:id/apply', (context) => {
    const job = findJob(state, context.req.param('id'));
    return job === undefined ? respondFaults([notFound]) : context.html(jobPage(job));
  });
  // Needs no API key, like a signed address: the id grants access.
  app.get('/files/:id/:name', (context) => fileResponse(state.files, context.req.param('id')));
  app.notFound(() => respondFaults([noSuchPath]));
  app.onError((error) => {
    unexpected(error);
    return respondFaults([unexpectedFailure]);
  });
  return app;
}

/** The default key is public, so a page whose domain points to this machine could read and write everything. */
const foreignHost: ServiceFault = {
  code: 'forbidden',
  detail:
    'With the default key the sandbox answers only to 127.0.0.1, localhost and [::1]. Give it a key of its own to use another host name.',
};

function formNamed(forms: readonly SampleForm[], name: string): SampleForm {
  const form = forms.find((candidate) => candidate.name === name);
  if (form === undefined)
    throw new RangeError(
      `"${name}" is not a form of this sandbox. Known forms: ${forms.map((known) => known.name).join(', ')}`,
    );
  return form;
}
