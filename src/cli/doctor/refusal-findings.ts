/** Refusals of the proxy, explained to the developer of the page; the same for elements and iframes. */
import { originOf } from './addresses.ts';
import type { Probe, Tag } from './facts.ts';
import { type Finding, type FindingName, finding } from './finding.ts';

export interface RefusedForm {
  readonly where: Tag;
  /** Address of the proxy. */
  readonly endpoint: string;
  /** Origin of the page whose script asks. */
  readonly origin: string;
  readonly job: string | null;
  readonly posting: string | null;
  readonly token: string | null;
  readonly tenant: string;
}

interface Words {
  readonly name: FindingName;
  readonly say: string;
  readonly lines?: readonly string[];
}

type Speak = (form: RefusedForm) => Words;

const newToken = ({ endpoint }: RefusedForm): Omit<Words, 'name'> => ({
  say: 'Let your back end ask for a new session each time it writes the page, and put its token here unchanged; for a public job give job instead.',
  lines: [
    `POST ${endpoint}/sessions {"data":{"type":"sessions","attributes":{"application":"99"}}}`,
    '<apply-form token="(attributes.token of the answer)">',
  ],
});

/** By the codes of the proxy (`src/server/http/README.md#errors`). */
const words: Readonly<Record<string, Speak>> = {
  origin_not_allowed: ({ origin, endpoint }) =>
    originOf(endpoint) === origin
      ? {
          name: 'origin_not_allowed',
          say: 'The forms server is known by another name: use the address that its APPLY_PUBLIC_URL has, or ask its operator to set APPLY_PUBLIC_URL to this one, or to add it to APPLY_ORIGINS, then to start it again.',
          lines: [`APPLY_PUBLIC_URL=${origin}`],
        }
      : {
          name: 'origin_not_allowed',
          say: 'Ask the operator of the forms server to add this origin to APPLY_ORIGINS (after a comma where there is one already), then to start it again.',
          lines: [`APPLY_ORIGINS=${origin}`],
        },
  job_not_public: ({ job }) => ({
    name: 'job_not_public',
    say: 'Ask the operator of the forms server to open the job to everybody, or let your back end make a token and give that instead of job.',
    lines: [`APPLY_PUBLIC_JOBS=${job}`, '<apply-form token="…">'],
  }),
  not_found: ({ job, posting, tenant }) =>
    posting !== null
      ? {
          name: 'job_not_found',
          say: 'Give the id that the feed of the recruitment service has for the posting. If the id is right, ask the operator of the forms server: visitors have to be let into its job (APPLY_PUBLIC_JOBS), and the recruitment service has to say which job a posting advertises; the command probe tells. Or give the id of the job instead.',
          lines: ['<apply-form job="…">'],
        }
      : job === null
        ? {
            name: 'job_not_found',
            say: 'The application of this token, or its job, is gone: see that both are still in the recruitment service.',
          }
        : {
            name: 'job_not_found',
            say: `Give the id that the recruitment service uses for the job, not its number in your own system or in its address${tenant === 'default' ? '' : `; and see that the tenant "${tenant}" is the right one`}. If the id is right, ask the operator of the forms server: either APPLY_PUBLIC_JOBS lists the job, or it is "all" and the recruitment service says that the job is external, and open or closed. A service that does not say so opens no job to "all": the log of the server (public_jobs_refused) and its command probe tell. Or let your back end make a token and give that instead of job.`,
            lines: [`APPLY_PUBLIC_JOBS=${job}`, '<apply-form token="…">'],
          },
  token_expired: (form) => ({ name: 'token_expired', ...newToken(form) }),
  token_invalid: (form) => ({ name: 'token_invalid', ...newToken(form) }),
  unauthorized: (form) => ({ name: 'token_invalid', ...newToken(form) }),
  service_unavailable: ({ endpoint }) => ({
    name: 'service_unavailable',
    say: 'Nothing is wrong with your page. Ask the operator of the forms server to look at its state.',
    lines: [`curl -H "Authorization: Bearer $APPLY_ADMIN_KEY" ${endpoint}/readyz`],
  }),
  bad_document: () => ({
    name: 'service_unavailable',
    say: 'Nothing is wrong with your page. The recruitment service answers with something that is no question set: ask the operator of the forms server.',
  }),
  no_job: ({ job, posting }) => ({
    name: 'form_failed',
    say:
      posting !== null
        ? 'The recruitment service does not say which job a posting advertises: give the id of the job instead, or ask the operator of the forms server to see readPosting of the tenant.'
        : job !== null
          ? 'The questions of this tenant belong to postings: give the id of the posting instead of the job.'
          : 'The application of this token belongs to no job, so there are no questions: make the token for one that does.',
  }),
  rate_limited: () => ({
    name: 'form_failed',
    say: 'Wait a minute, then run the doctor again.',
  }),
  bad_request: ({ job }) => ({
    name: 'job_not_found',
    say: 'Give the id of the job: letters, digits, - and _ only.',
    lines: [`job="${job !== null && /^\w[\w-]*$/.test(job) ? job : '4711'}"`],
  }),
};

const inGeneral: Speak = ({ endpoint }) => ({
  name: 'form_failed',
  say: `Ask the operator of the forms server (${endpoint}) what its log says of this code.`,
});

/** @returns null when the proxy would open the form */
export function refusalFinding(form: RefusedForm, probe: Probe): Finding | null {
  const { where, endpoint, origin } = form;
  const asked = askedOf(form) ?? 'the token of this form';
  if (probe.kind === 'form') return probe.state === 'closed' ? closedJob(form) : null;
  if (probe.kind === 'none')
    return finding('form_failed', {
      where,
      seen: `${endpoint} did not answer when it was asked for ${asked}: ${probe.reason}.`,
      say: 'Run the doctor again; if it stays so, ask the operator of the forms server.',
    });
  const { name, say, lines = [] } = (words[probe.code] ?? inGeneral)(form);
  const from = originOf(endpoint) === origin ? '' : `, asked from ${origin}`;
  const seen = `${endpoint} answers ${probe.status} ${probe.code} for ${asked}${from}.${placeholder(form)}`;
  return finding(name, { where, seen, say, lines });
}

/** null: the job that its token is for. */
const askedOf = ({ job, posting }: Pick<RefusedForm, 'job' | 'posting'>): string | null => {
  if (posting !== null) return `posting ${posting}`;
  return job === null ? null : `job ${job}`;
};

/** `{{ token }}`, `<%= job %>` and the like: neither a token nor an id contains such characters. */
const placeholder = ({ job, token }: RefusedForm): string =>
  /[\s{}<>%$[\]]/.test(token ?? job ?? '')
    ? ' It looks like the placeholder of a template that was not filled in.'
    : '';

export const closedJob = ({ where, endpoint, ...asked }: RefusedForm): Finding =>
  finding('job_closed', {
    where,
    seen: `${endpoint} says that ${askedOf(asked) ?? 'the job of this token'} takes no applications any more, and the form says so to visitors.`,
    say: 'Take the form off the page, or open the job again in the recruitment service.',
  });
