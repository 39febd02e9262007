/** What would be sent now. A keystroke draws again only the request that it changes. */
import { computed, type ReadonlySignal } from '@preact/signals';
import { outgoingParts } from '../core/answers/outgoing.ts';
import { isAnswered } from '../core/conditions/answered.ts';
import { writeAnswer } from '../core/jsonapi/write-answer.ts';
import { writeApplication } from '../core/jsonapi/write-application.ts';
import type { OutgoingAnswer } from '../core/model/answer.ts';
import type { GivenDetails } from '../core/model/details.ts';
import { applicationId, jobId, reference } from '../core/model/ids.ts';
import type { Field, Form } from '../form/contract.ts';
import { givenBeside } from '../form/given-beside.ts';
import { CopyButton } from './copying.tsx';
import { curlCommand } from './curl.ts';
import { Fold } from './fold.tsx';
import { cutInPieces, DrawPieces, type Pieces } from './pieces.tsx';
import { readableJson } from './readable-json.ts';
import type { RequestsState } from './request-list.tsx';
import { titleOf } from './titles.ts';
import type { SandboxTools, Traffic } from './traffic.ts';

/** Of one form. */
export interface Outgoing {
  readonly form: Form;
  /** What the form asks itself: it goes in the request that makes the application. */
  readonly details: readonly Field[];
  readonly questions: Pieces<Field>;
  readonly isEmpty: ReadonlySignal<boolean>;
}

export function createOutgoing(form: Form): Outgoing {
  const details = form.order.filter(({ question }) => question.detail);
  const questions = form.order.filter(({ question }) => !question.detail);
  return {
    form,
    details,
    questions: cutInPieces(questions),
    isEmpty: computed(() => !questions.some(isGiven) && !hasDetails(details)),
  };
}

const isGiven = ({ answer }: Field): boolean => isAnswered(answer.value);

const hasDetails = (order: readonly Field[]): boolean =>
  Object.keys(givenBeside({ order }).details ?? {}).length > 0;

export interface OutgoingProps {
  readonly outgoing: Outgoing;
  readonly traffic: ReadonlySignal<Traffic | null>;
  readonly sandbox: SandboxTools | null;
  readonly state: RequestsState;
}

export function OutgoingList(props: OutgoingProps) {
  const { outgoing, traffic } = props;
  if (isSent(outgoing.form)) return <p class="hint">{sentWords(outgoing.form, traffic.value !== null)}</p>;
  if (outgoing.isEmpty.value) return <p class="hint">Nothing yet: answer a question.</p>;
  return (
    <div>
      <ApplicationToSend {...props} />
      <DrawPieces
        of={outgoing.questions}
        draw={(piece, place) => <Piece key={place} {...props} fields={piece} />}
      />
    </div>
  );
}

const isSent = (form: Form) => form.submission.value.kind === 'accepted' && !form.correcting.value;

function sentWords(form: Form, isFollowed: boolean): string {
  const phase = form.submission.value;
  if (phase.kind === 'accepted' && phase.submission.state === 'complete')
    return 'Nothing more: all of it has been sent.';
  return isFollowed
    ? 'Everything is with the proxy. What it has passed on to the service stands below.'
    : 'Everything is with the proxy, which passes it on to the service.';
}

function ApplicationToSend({ outgoing, sandbox, state }: OutgoingProps) {
  const { details } = givenBeside({ order: outgoing.details });
  if (details === null) return null;
  return (
    <ol class="list">
      <WouldBeSent
        sandbox={sandbox}
        state={state}
        path="/api/v1/applications"
        about=""
        title=""
        body={() => applicationBody(details, sandbox?.job ?? 'JOB')}
        missing={null}
      />
    </ol>
  );
}

interface PieceProps extends OutgoingProps {
  readonly fields: readonly Field[];
}

function Piece({ fields, ...props }: PieceProps) {
  const given = fields.filter(isGiven);
  if (given.length === 0) return null;
  return (
    <ol class="piece list">
      {given.map((field) => (
        <AnswersToSend key={field.question.id} {...props} field={field} />
      ))}
    </ol>
  );
}

interface AnswersToSendProps extends OutgoingProps {
  readonly field: Field;
}

function AnswersToSend({ outgoing: { form }, traffic, sandbox, state, field }: AnswersToSendProps) {
  const title = titleOf(form, field);
  const application = () => applicationId(traffic.value?.application ?? 'APPLICATION');
  return (
    <>
      {partsOf(field).map((answer) => (
        <WouldBeSent
          key={answer.part}
          sandbox={sandbox}
          state={state}
          path="/api/v1/answers"
          about={` · question ${answer.question}`}
          title={title}
          body={() => writeAnswer(answer, application())}
          missing={answer.value.kind === 'document' ? 'The proxy adds the content of the file.' : null}
        />
      ))}
    </>
  );
}

function partsOf({ question, answer }: Field): readonly OutgoingAnswer[] {
  const given = answer.value;
  return given?.kind === 'unreadable' ? [] : outgoingParts(question.id, given);
}

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
          read={() => ({
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
