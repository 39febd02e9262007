import { writeAnswer } from '../core/jsonapi/write-answer.ts';
import { writeApplication } from '../core/jsonapi/write-application.ts';
import type { OutgoingAnswer } from '../core/model/answer.ts';
import type { GivenDetails } from '../core/model/details.ts';
import { applicationId, jobId, reference } from '../core/model/ids.ts';
import type { Form } from '../form/contract.ts';
import { givenBeside } from '../form/given-beside.ts';
import type { HeldAnswer, SentRequest, Traffic } from './traffic.ts';

interface RequestListProps {
  readonly form: Form;
  /** null without a sandbox to ask. */
  readonly traffic: Traffic | null;
}

/** What would be sent now, what was sent, and what the service now holds. */
export function RequestList({ form, traffic }: RequestListProps) {
  return (
    <>
      <h4>Would be sent now</h4>
      <Outgoing form={form} application={traffic?.application ?? 'APPLICATION'} />
      {traffic !== null && (
        <>
          <h4>Went to the service</h4>
          <Sent requests={traffic.requests} />
          <h4>The service now holds</h4>
          <Held answers={traffic.held} />
        </>
      )}
    </>
  );
}

function Outgoing({ form, application }: { readonly form: Form; readonly application: string }) {
  const answers = form.outgoing.value;
  const { details } = givenBeside(form);
  const isEmpty = answers.length === 0 && Object.keys(details ?? {}).length === 0;
  if (isSent(form)) return <p class="none">Nothing more: all of it has been sent.</p>;
  if (isEmpty) return <p class="none">Nothing yet: answer a question.</p>;
  return (
    <ol class="list">
      {details !== null && (
        <li class="item shown">
          <details>
            <summary>POST /api/v1/applications</summary>
            <pre>{applicationText(details)}</pre>
          </details>
        </li>
      )}
      {answers.map((answer) => (
        <li class="item shown" key={`${answer.question} ${answer.part}`}>
          <details>
            <summary>POST /api/v1/answers · question {answer.question}</summary>
            <pre>{bodyText(answer, application)}</pre>
          </details>
        </li>
      ))}
    </ol>
  );
}

const isSent = (form: Form) => form.submission.value.kind === 'accepted' && !form.correcting.value;

const blank = { first_name: '', last_name: '', email: '' };

/** Job, reference and files are left out, because the proxy adds them; and what only the service may read. */
const applicationText = (given: GivenDetails): string =>
  JSON.stringify(
    writeApplication(
      { kind: 'job', job: jobId('JOB'), details: { ...blank, ...given }, locale: null, source: null },
      reference('REFERENCE'),
    ),
    null,
    2,
  );

const bodyText = (answer: OutgoingAnswer, application: string) =>
  JSON.stringify(writeAnswer(answer, applicationId(application)), null, 2);

function Sent({ requests }: { readonly requests: readonly SentRequest[] }) {
  if (requests.length === 0) return <p class="none">Nothing has gone yet.</p>;
  return (
    <ol class="list">
      {requests.map((request) => (
        <li class="item shown" key={request.number}>
          <code>{requestLine(request)}</code>
        </li>
      ))}
    </ol>
  );
}

/** `POST /api/v1/answers · question 107 · 201` */
const requestLine = ({ method, path, question, status }: SentRequest): string =>
  [`${method} ${path}`, question && `question ${question}`, status ?? 'no reply yet']
    .filter((part) => part !== null)
    .join(' · ');

function Held({ answers }: { readonly answers: readonly HeldAnswer[] }) {
  if (answers.length === 0) return <p class="none">No answers of this application.</p>;
  return (
    <dl class="held">
      {answers.map(({ id, question, title, value }) => (
        <div key={id}>
          <dt>
            {title} <span class="id">{question}</span>
          </dt>
          <dd>{valueText(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

const valueText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
