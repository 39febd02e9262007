/** Asks the server of this page, with the operator's key. */
import { list as listOf, path, text } from '../../core/jsonapi/stored-json.ts';
import { failure, type Outcome, success, unreachable } from '../../core/model/outcome.ts';
import type { OperatorAction } from '../../core/model/ports.ts';
import {
  type AttentionPage,
  readAttention,
  readServerState,
  type ServerState,
  type Waiting,
} from './read-reply.ts';

export type Fault =
  /** No tenant has this key. */
  | { readonly kind: 'wrong_key' }
  /** Wrong keys are counted by address. */
  | { readonly kind: 'too_many_tries'; readonly seconds: number | null }
  | { readonly kind: 'no_answer' }
  | { readonly kind: 'unavailable'; readonly detail: string }
  /** This one request: the next may go well. */
  | { readonly kind: 'refused'; readonly detail: string }
  /** Something else answers at this address. */
  | { readonly kind: 'strange' };

/** One sentence: what is wrong, and what to do. */
export function faultSentence(fault: Fault): string {
  switch (fault.kind) {
    case 'wrong_key':
      return 'The server does not know this key. It is the one that the server was started with: APPLY_ADMIN_KEY, or “adminKey” of a tenant.';
    case 'too_many_tries':
      return `Too many wrong keys came from your address. Try again ${waitOf(fault.seconds)}.`;
    case 'no_answer':
      return 'The server does not answer. See that it runs and that you are online, then try again.';
    case 'unavailable':
      return `The server cannot do this: ${fault.detail}`;
    case 'refused':
      return fault.detail;
    case 'strange':
      return 'What answers at this address is not Apply Form, or is of another release. Load this page again.';
    default:
      return unreachable(fault);
  }
}

const waitOf = (seconds: number | null): string =>
  seconds === null || seconds < 2 ? 'in a moment' : `in ${seconds} seconds`;

/** The next request would fail in the same way. */
export const isOver = ({ kind }: Fault): boolean => kind !== 'refused';

export interface LessonWish {
  readonly action: 'agree' | 'clear';
  readonly job: string;
  readonly field: string;
}

export interface AskServer {
  /** All that waits, oldest first, up to `MOST_LISTED`. */
  list(key: string): Promise<Outcome<AttentionPage, Fault>>;
  state(key: string): Promise<Outcome<ServerState, Fault>>;
  act(key: string, reference: string, action: OperatorAction): Promise<Outcome<null, Fault>>;
  tell(key: string, wish: LessonWish): Promise<Outcome<null, Fault>>;
  /** All of one submission, with what was to be sent. */
  exportOne(key: string, reference: string): Promise<Outcome<Exported, Fault>>;
}

export interface Exported {
  /** As the server writes it. */
  readonly submission: unknown;
  /** Which files are not in it, and why. */
  readonly note: string | null;
}

/** Submissions in one reply, and in all that are read. */
export const [PAGE, MOST_LISTED] = [1_000, 10_000];

/** Milliseconds. */
const PATIENCE = 30_000;

export function createAskServer(send: typeof fetch): AskServer {
  const request = createRequest(send);
  const list = (key: string) => listAll((query) => request(key, `/attention?${query}`));
  const post = async (key: string, address: string, type: string, attributes: object) => {
    const reply = await request(key, address, { data: { type, attributes } });
    return reply.ok ? success(null) : reply;
  };
  return {
    list,
    async state(key) {
      // A server that is not ready says why, so this status is a reply and no fault.
      const reply = await request(key, '/readyz', null, [503]);
      if (!reply.ok) return reply;
      const state = readServerState(reply.value);
      return state === null ? failure({ kind: 'strange' }) : success(state);
    },
    act: (key, reference, action) =>
      post(key, `/attention/${encodeURIComponent(reference)}`, 'attention', { action }),
    tell: (key, wish) => post(key, '/attention/lessons', 'lessons', wish),
    exportOne: (key, reference) => findExport({ list: () => list(key), request, key, reference }),
  };
}

type Request = (
  key: string,
  address: string,
  body?: unknown,
  alsoGood?: readonly number[],
) => Promise<Outcome<unknown, Fault>>;

const createRequest =
  (send: typeof fetch): Request =>
  async (key, address, body = null, alsoGood = []) => {
    const headers = headersOf(key);
    if (headers === null) return failure({ kind: 'wrong_key' });
    const reply = await send(address, {
      method: body === null ? 'GET' : 'POST',
      headers,
      body: body === null ? null : JSON.stringify(body),
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(PATIENCE),
    }).catch(() => null);
    if (reply === null) return failure({ kind: 'no_answer' });
    const json: unknown = await reply.json().catch(() => null);
    return reply.ok || alsoGood.includes(reply.status) ? success(json) : failure(faultOf(reply, json));
  };

/** null: such a key fits into no header, so no server has it. */
function headersOf(key: string): Headers | null {
  try {
    return new Headers({
      accept: 'application/vnd.api+json',
      'content-type': 'application/vnd.api+json',
      authorization: `Bearer ${key}`,
    });
  } catch {
    return null;
  }
}

function faultOf({ status, headers }: Response, json: unknown): Fault {
  const detail = detailOf(json);
  if (detail === null) return { kind: 'strange' };
  if (status === 401) return { kind: 'wrong_key' };
  const seconds = Number.parseInt(headers.get('retry-after') ?? '', 10);
  if (status === 429) return { kind: 'too_many_tries', seconds: Number.isNaN(seconds) ? null : seconds };
  // The page stands under a name that the server does not go by: no other request would be let in.
  const isForAll = status >= 500 || status === 403;
  return { kind: isForAll ? 'unavailable' : 'refused', detail };
}

const detailOf = (json: unknown): string | null => text(path(listOf(path(json, 'errors'))[0], 'detail'));

async function listAll(
  read: (query: string) => Promise<Outcome<unknown, Fault>>,
): Promise<Outcome<AttentionPage, Fault>> {
  const found = new Map<string, Waiting>();
  let first: AttentionPage | null = null;
  for (let number = 1; ; number += 1) {
    const reply = await read(`page[size]=${PAGE}&page[number]=${number}`);
    if (!reply.ok) return reply;
    const page = readAttention(reply.value);
    if (page === null) return failure({ kind: 'strange' });
    first ??= page;
    // Pages shift when submissions are settled meanwhile, so one may come twice.
    for (const one of page.waiting) found.set(one.reference, one);
    if (!page.hasNext || number * PAGE >= MOST_LISTED)
      return success({
        ...page,
        waiting: [...found.values()],
        questions: first.questions,
        questionsLeftOut: first.questionsLeftOut,
      });
  }
}

interface ExportWish {
  readonly list: () => Promise<Outcome<AttentionPage, Fault>>;
  readonly request: Request;
  readonly key: string;
  readonly reference: string;
}

/** Times that the list may have moved between its two readings. */
const MOST_TRIES = 3;

/** Asks for the page of one submission at its place in the list; what came there meanwhile is not given out. */
async function findExport({ list, request, key, reference }: ExportWish): Promise<Outcome<Exported, Fault>> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const listed = await list();
    if (!listed.ok) return listed;
    const place = listed.value.waiting.findIndex((one) => one.reference === reference);
    if (place < 0)
      return failure({
        kind: 'refused',
        detail: `${reference} does not need attention any more, so there is nothing to export.`,
      });
    const query = `include=answers&page[size]=1&page[number]=${place + 1}`;
    const reply = await request(key, `/attention?${query}`);
    if (!reply.ok) return reply;
    const [submission] = listOf(path(reply.value, 'data'));
    if (text(path(submission, 'id')) === reference)
      return success({ submission, note: text(path(reply.value, 'meta', 'detail')) });
  }
  return failure({
    kind: 'refused',
    detail: `The list changed each time that ${reference} was looked up, so it is not exported. Try again.`,
  });
}
