import { type Signal, signal } from '@preact/signals';
import { writeAnswer } from '../core/jsonapi/write-answer.ts';
import { writeApplication } from '../core/jsonapi/write-application.ts';
import type { GivenDetails } from '../core/model/details.ts';
import { applicationId, jobId, type QuestionId, questionId, reference } from '../core/model/ids.ts';
import type { Form } from '../form/contract.ts';
import { givenBeside } from '../form/given-beside.ts';
import { type Copyable, CopyButton, type Copying, createCopying } from './copying.tsx';
import { curlCommand } from './curl.ts';
import { Fold, type Folds } from './fold.tsx';
import { readableJson } from './readable-json.ts';
import { titleOf } from './titles.ts';
import type { HeldAnswer, SandboxTools, SentBody, SentRequest, Traffic } from './traffic.ts';

/** What was unfolded and copied. */
export interface RequestsState {
  readonly copying: Copying;
  readonly folds: Folds;
  readonly bodies: Map<number, Signal<BodyState>>;
}

type BodyState = 'unread' | 'none' | SentBody;

export const createRequestsState = (): RequestsState => ({
  copying: createCopying(),
  folds: new Map(),
  bodies: new Map(),
});

export interface RequestListProps {
  readonly form: Form;
  /** null without a sandbox to ask. */
  readonly traffic: Traffic | null;
  readonly sandbox: SandboxTools | null;
  readonly state: RequestsState;
}

/** What would be sent now, what was sent, and what the service now holds. */
export function RequestList(props: RequestListProps) {
  const { traffic } = props;
  return (
    <div class="requests">
      <h3>Would be sent now</h3>
      <Outgoing {...props} />
      {traffic !== null && (
        <>
          <h3>Went to the service</h3>
          <Sent {...props} requests={traffic.requests} />
          <h3>The service now holds</h3>
          <Held answers={traffic.held} />
        </>
      )}
    </div>
  );
}

function Outgoing({ form, traffic, sandbox, state }: RequestListProps) {
  const answers = form.outgoing.value;
  const { details } = givenBeside(form);
  const isEmpty = answers.length === 0 && Object.keys(details ?? {}).length === 0;
  if (isSent(form)) return <p class="hint">Nothing more: all of it has been sent.</p>;
  if (isEmpty) return <p class="hint">Nothing yet: answer a question.</p>;
  const shared = { sandbox, state };
  const application = traffic?.application ?? 'APPLICATION';
  return (
    <ol class="list">
      {details !== null && (
        <WouldBeSent
          {...shared}
          path="/api/v1/applications"
          about=""
          title=""
          body={() => applicationBody(details, sandbox?.job ?? 'JOB')}
          missing={null}
        />
      )}
      {answers.map((answer) => (
        <WouldBeSent
          key={`${answer.question} ${answer.part}`}
          {...shared}
          path="/api/v1/answers"
          about={` · question ${answer.question}`}
          title={titleFor(form, answer.question)}
          body={() => writeAnswer(answer, applicationId(application))}
          missing={answer.value.kind === 'document' ? 'The proxy adds the content of the file.' : null}
        />
      ))}
    </ol>
  );
}

function titleFor(form: Form, question: QuestionId): string {
  const field = form.fields.get(question);
  return field === undefined ? '' : titleOf(form, field);
}

const isSent = (form: Form) => form.submission.value.kind === 'accepted' && !form.correcting.value;

interface WouldBeSentProps {
  readonly sandbox: SandboxTools | null;
  readonly state: RequestsState;
  readonly path: string;
  readonly about: string;
  readonly title: string;
  readonly body: () => object;
  /** What is not in the body, so that it cannot be sent from here; null: nothing. */
  readonly missing: string | null;
}

function WouldBeSent({ sandbox, state, path, about, title, body, missing }: WouldBeSentProps) {
  const name = `POST ${path}${about}`;
  return (
    <li class="request">
      <Fold
        folds={state.folds}
        name={name}
        summary={
          <>
            <b>POST</b> {path}
            {about}
            {title !== '' && <span class="about">{title}</span>}
          </>
        }
        draw={() => (
          <>
            <pre>{readableJson(body())}</pre>
            {missing !== null && <p class="hint">{missing}</p>}
          </>
        )}
      />
      {sandbox !== null && missing === null && (
        <CopyButton
          copying={state.copying}
          name={`would ${name}`}
          label="Copy as curl"
          of={name}
          read={async () => ({
            text: curlCommand(sandbox, { method: 'POST', path, body: JSON.stringify(body()) }),
          })}
        />
      )}
    </li>
  );
}

const blank = { first_name: '', last_name: '', email: '' };

/** Reference and files are left out, because the proxy adds them; and what only the service may read. */
const applicationBody = (given: GivenDetails, job: string): object =>
  writeApplication(
    { kind: 'job', job: jobId(job), details: { ...blank, ...given }, locale: null, source: null },
    reference('REFERENCE'),
  );

interface SentProps extends RequestListProps {
  readonly requests: readonly SentRequest[];
}

function Sent({ requests, ...props }: SentProps) {
  if (requests.length === 0) return <p class="hint">Nothing has gone yet.</p>;
  return (
    <ol class="list">
      {requests.map((request) => (
        <WasSent key={request.number} {...props} request={request} />
      ))}
    </ol>
  );
}

interface WasSentProps extends RequestListProps {
  readonly request: SentRequest;
}

function WasSent({ form, sandbox, state, request }: WasSentProps) {
  const { method, path, question, status, errors } = request;
  const about = question === null ? '' : ` · question ${question}`;
  const title = question === null ? '' : titleFor(form, questionId(question));
  return (
    <li class={`request ${resultOf(status)}`}>
      <Fold
        folds={state.folds}
        name={`sent ${request.number}`}
        onOpen={() => sandbox !== null && void readBody(state, sandbox, request)}
        summary={
          <>
            <b>{method}</b> {path}
            {about}{' '}
            <span class="result">
              · <span class="status">{statusText(status)}</span>
            </span>
            <span class="when-sent">{timing(request)}</span>
            {title !== '' && <span class="about">{title}</span>}
          </>
        }
        draw={() => <Body state={state} request={request} />}
      />
      {errors.map(({ code, detail }) => (
        <p class="error" key={`${code} ${detail}`}>
          <code>{code}</code> {detail}
        </p>
      ))}
      {sandbox !== null && (
        <CopyButton
          copying={state.copying}
          name={`sent ${request.number}`}
          label="Copy as curl"
          of={`${method} ${path}${about}`}
          read={() => commandOf(state, sandbox, request)}
        />
      )}
    </li>
  );
}

type Result = 'open' | 'well' | 'lost' | 'ill';

const resultOf = (status: number | null): Result =>
  status === null ? 'open' : status === 0 ? 'lost' : status < 400 ? 'well' : 'ill';

const statusText = (status: number | null): string =>
  status === null ? 'no reply yet' : status === 0 ? 'reply lost' : String(status);

/** `14:03:27, 12 ms` */
function timing({ at, milliseconds }: SentRequest): string {
  const time = new Date(at).toLocaleTimeString('en-GB');
  return milliseconds === null ? time : `${time}, ${milliseconds} ms`;
}

function Body({ state, request }: { readonly state: RequestsState; readonly request: SentRequest }) {
  const body = bodyOf(state, request).value;
  if (body === 'unread') return null;
  if (body === 'none')
    return <p class="hint">{request.method === 'GET' ? 'Without a body.' : 'Its body is no longer kept.'}</p>;
  return (
    <>
      <pre>{printed(body.text)}</pre>
      {!body.isWhole && <p class="hint">{cutWords}</p>}
    </>
  );
}

/** Where its end is cut off it is no JSON, and stays as it came. */
function printed(text: string): string {
  try {
    return readableJson(JSON.parse(text));
  } catch {
    return text;
  }
}

const cutWords = 'Files, long texts and what is confidential are left out of what is kept.';

function bodyOf({ bodies }: RequestsState, { number }: SentRequest): Signal<BodyState> {
  const known = bodies.get(number) ?? signal<BodyState>('unread');
  bodies.set(number, known);
  return known;
}

async function readBody(
  state: RequestsState,
  sandbox: SandboxTools,
  request: SentRequest,
): Promise<SentBody | null> {
  const body = request.method === 'GET' ? null : await sandbox.readBody(request.number);
  bodyOf(state, request).value = body ?? 'none';
  return body;
}

async function commandOf(
  state: RequestsState,
  sandbox: SandboxTools,
  request: SentRequest,
): Promise<Copyable> {
  const body = await readBody(state, sandbox, request);
  const { method, path } = request;
  if (body === null && method !== 'GET')
    return { absent: 'The body of this request is no longer kept, so there is no command for it.' };
  if (body?.isWhole === false) return { absent: `No command: ${cutWords.toLowerCase()}` };
  return { text: curlCommand(sandbox, { method, path, body: body?.text ?? null }) };
}

function Held({ answers }: { readonly answers: readonly HeldAnswer[] }) {
  if (answers.length === 0) return <p class="hint">No answers of this application.</p>;
  return (
    <dl class="held">
      {answers.map(({ id, question, title, value }) => (
        <div key={id}>
          <dt>
            {title} <code>{question}</code>
          </dt>
          <dd>{valueText(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

const valueText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
