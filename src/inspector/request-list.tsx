import { type Signal, signal } from '@preact/signals';
import { type QuestionId, questionId } from '../core/model/ids.ts';
import type { Form } from '../form/contract.ts';
import { type Copyable, CopyButton, type Copying, CopyStatus, createCopying } from './copying.tsx';
import { curlCommand } from './curl.ts';
import { Fold, type Folds } from './fold.tsx';
import { LATEST, Latest } from './latest.tsx';
import { OutgoingList, type OutgoingProps } from './outgoing-list.tsx';
import { readableJson } from './readable-json.ts';
import { titleOf } from './titles.ts';
import type { HeldAnswer, SandboxTools, SentBody, SentRequest } from './traffic.ts';

/** What was unfolded and copied, and how far back the lists go. */
export interface RequestsState {
  readonly copying: Copying;
  readonly folds: Folds;
  readonly bodies: Map<number, Signal<BodyState>>;
  readonly sentShown: Signal<number>;
  readonly heldShown: Signal<number>;
}

type BodyState = 'unread' | 'none' | SentBody;

export const createRequestsState = (): RequestsState => ({
  copying: createCopying(),
  folds: new Map(),
  bodies: new Map(),
  sentShown: signal(LATEST),
  heldShown: signal(LATEST),
});

/** What would be sent now, what was sent, and what the service now holds. */
export function RequestList(props: OutgoingProps) {
  const { outgoing, sandbox, state } = props;
  const traffic = props.traffic.value;
  return (
    <div class="requests">
      <p class="hint">
        The form sends once, to the proxy. The proxy then makes these requests to the recruitment service,
        each answer in one of its own.
      </p>
      <h3>Would be sent now</h3>
      <OutgoingList {...props} />
      {traffic !== null && (
        <>
          <h3>Went to the service</h3>
          <Sent form={outgoing.form} sandbox={sandbox} state={state} requests={traffic.requests} />
          <h3>The service now holds</h3>
          <Held answers={traffic.held} shown={state.heldShown} />
        </>
      )}
      <CopyStatus copying={state.copying} />
    </div>
  );
}

function titleFor(form: Form, question: QuestionId): string {
  const field = form.fields.get(question);
  return field === undefined ? '' : titleOf(form, field);
}

interface SentProps {
  readonly form: Form;
  /** null without a sandbox to ask. */
  readonly sandbox: SandboxTools | null;
  readonly state: RequestsState;
  readonly requests: readonly SentRequest[];
}

function Sent({ requests, ...props }: SentProps) {
  if (requests.length === 0) return <p class="hint">Nothing has gone yet.</p>;
  return (
    <Latest
      name="requests"
      of={requests}
      shown={props.state.sentShown}
      draw={(latest) => (
        <ol class="list">
          {latest.map((request) => (
            <WasSent key={request.number} {...props} request={request} />
          ))}
        </ol>
      )}
    />
  );
}

interface WasSentProps extends Omit<SentProps, 'requests'> {
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

/** What was read of its body before is used at once, so that the press still permits to copy. */
function commandOf(
  state: RequestsState,
  sandbox: SandboxTools,
  request: SentRequest,
): Copyable | Promise<Copyable> {
  const known = bodyOf(state, request).peek();
  if (request.method === 'GET') return commandWith(sandbox, request, null);
  if (typeof known === 'object') return commandWith(sandbox, request, known);
  return readBody(state, sandbox, request).then((body) => commandWith(sandbox, request, body));
}

function commandWith(sandbox: SandboxTools, { method, path }: SentRequest, body: SentBody | null): Copyable {
  if (body === null && method !== 'GET')
    return { absent: 'The body of this request is no longer kept, so there is no command for it.' };
  if (body?.isWhole === false) return { absent: `No command: ${cutWords.toLowerCase()}` };
  return { text: curlCommand(sandbox, { method, path, body: body?.text ?? null }) };
}

interface HeldProps {
  readonly answers: readonly HeldAnswer[];
  readonly shown: Signal<number>;
}

function Held({ answers, shown }: HeldProps) {
  if (answers.length === 0) return <p class="hint">No answers of this application.</p>;
  return (
    <Latest
      name="answers"
      of={answers}
      shown={shown}
      draw={(latest) => (
        <dl class="held">
          {latest.map(({ id, question, title, value }) => (
            <div key={id}>
              <dt>
                {title} <code>{question}</code>
              </dt>
              <dd>{valueText(value)}</dd>
            </div>
          ))}
        </dl>
      )}
    />
  );
}

const valueText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
