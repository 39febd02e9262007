/** Loads a session and its form, and defines what they share with sending, drafts and prefill. */

import { list, member, nonBlank, path } from '../../core/jsonapi/json.ts';
import { plainFailure, readFailure } from '../../core/jsonapi/read-failure.ts';
import {
  type FormMeta,
  readDetails,
  readFallback,
  readFormMeta,
  readQuestionDocument,
} from '../../core/jsonapi/read-questions.ts';
import { type Failure, failure, type Outcome, success } from '../../core/model/failure.ts';
import type { Semantics } from '../../core/model/question.ts';
import { buildTree, type QuestionTree } from '../../core/tree/question-tree.ts';
import type { FormChange, View, WritableForm } from '../../form/contract.ts';
import type { Signal } from '../../form/signals.ts';
import type { Messages } from '../../locale/messages.ts';
import type { Host, SpokenLanguage } from '../host/host.ts';
import { type Connection, type Renewal, requestProxy, type Trouble } from './request.ts';

export interface LoadedForm {
  readonly tree: QuestionTree;
  readonly meta: FormMeta;
  /** The document, where its `meta` asks for more than names and email: another file reads it (`details/`). */
  readonly further?: unknown;
}

export type Loading = Outcome<LoadedForm, Trouble>;

/** Members of `meta` that are empty or null if unused. */
const furtherMembers = ['consent', 'equality', 'sections', 'privacyUrl', 'nextText', 'nextUrl'];

/** @param semantics overrides what the document states */
export function fromDocument(document: unknown, semantics?: Semantics): Outcome<LoadedForm, Failure> {
  const read = readQuestionDocument(document);
  if (!read.ok) return failure(plainFailure('bad_document'));
  const meta = readFormMeta(document);
  const details = readDetails(document);
  const tree = buildTree([...details, ...read.value.records], semantics ?? meta.semantics);
  const isFurther =
    list(path(document, 'meta', 'details')).length > details.length ||
    furtherMembers.some((name) => `${path(document, 'meta', name) ?? ''}`);
  return success({ tree, meta, further: isFurther ? document : null });
}

/** The language the service uses by default (its document: default of `locale`). */
const defaultLanguage = 'en';

/** @param language of the shown texts */
export const formQuery = (include: string, language: string): string =>
  `?include=${include}${language === defaultLanguage ? '' : `&locale=${language}`}`;

/** @param language of the shown texts */
export async function loadForm(
  connection: Connection,
  language: string,
): Promise<Outcome<LoadedForm, Trouble>> {
  const address = `/api/v1/questions${formQuery('conditional_questions', language)}`;
  const reply = await requestProxy(connection, address);
  if (!reply.ok) return reply;
  const loaded = fromDocument(reply.value.document);
  // Passes on the whole reply, since it may say where else to apply.
  return loaded.ok ? loaded : failure(reply.value);
}

export const failureOf = (trouble: Trouble): Failure =>
  'code' in trouble ? trouble : readFailure(trouble.status, trouble.document, trouble.retryAfter);

/** Another way to apply, if the proxy's refusal names one. */
export const fallbackOf = (trouble: Trouble): string | null =>
  'code' in trouble ? null : readFallback(trouble.document);

/** The form that is open. A changed question set replaces it. */
export interface Page {
  readonly form: WritableForm;
  /** Carries the revision of the displayed question set; the proxy refuses another one with `form_changed`. */
  readonly meta: LoadedForm['meta'];
  /** No network: nothing can be sent. */
  readonly preview: boolean;
  /** Removes all listeners of the form. */
  readonly close: () => void;
  /** Makes the same form again, empty. */
  readonly again: () => unknown;
}

export interface SessionTools {
  readonly host: Host;
  readonly access: Access;
  readonly view: Signal<View<WritableForm>>;
  readonly speech: Signal<SpokenLanguage>;
  /** Aborted at the end of the session. */
  readonly signal: AbortSignal;
  readonly page: () => Page | null;
  readonly read: () => Promise<Loading>;
  /** @param takesFocus the applicant pressed a button that disappears, so the new screen takes focus */
  readonly load: (takesFocus?: boolean) => Promise<void>;
  readonly show: (loaded: LoadedForm, takeOver?: TakeOver) => void;
  readonly turnTo: (loaded: LoadedForm, takeOver?: TakeOver) => Page;
  /** The returned function says whether something newer has begun. */
  readonly newTurn: () => () => boolean;
  /** The language that the host wants now; null if its sentences cannot be loaded. */
  readonly loadLanguage: () => Promise<SpokenLanguage | null>;
  /** Reports that a file failed to load. */
  readonly miss: () => null;
}

/** Tools that exist once the first answer was given. */
export interface FillingTools extends SessionTools {
  readonly renewal: Renewal;
  /** Read where it is drawn, so that another language redraws it. */
  readonly messages: () => Messages;
}

/** Fills in the answers of an earlier form; returns the result. */
export type TakeOver = (form: WritableForm) => FormChange | null;

export type Access = ReturnType<typeof createAccess>;

/** @param life ends every request except those that may outlive the page */
export function createAccess(host: Host, life: AbortSignal) {
  let own: string | null = null;
  let handle: string | null = null;
  const connection = (): Connection => {
    const { endpoint, token } = host.settings();
    return {
      endpoint: endpoint ?? '',
      token: own ?? token ?? '',
      fetch: host.transport.fetch,
      life,
    };
  };
  return {
    connection,
    /**
     * Ensures that there is a token. If a session has to be requested for it, the form comes with the reply; else it is null.
     * @param query asks for the form; without it the token has expired, and the proxy exchanges it for the same applicant
     */
    async open(query?: string): Promise<Outcome<Pick<OpenedSession, 'form'>, Trouble>> {
      const { token, job, posting, tenant } = host.settings();
      if (token !== null || job === null || (own !== null && query)) return success({ form: null });
      // With a token of its own the session is renewed.
      const draft_handle = (!own && handle) || undefined;
      const named = posting ? { posting } : { job };
      const session = await openSession(connection(), { ...named, tenant, draft_handle }, query);
      if (session.ok) ({ token: own, draftHandle: handle } = session.value);
      return session;
    },
    /**
     * Takes effect immediately; null: the host's token.
     *
     * @param draftHandle the handle of the draft on this device; without a token, the next session is requested with it
     */
    use(token: string | null, draftHandle: string | null = null): void {
      own = token;
      handle = draftHandle;
    },
    /** The draft handle of a visitor's session, which the device stores with the draft. */
    draftHandle: () => handle,
  };
}

/** A public job, or the code that a link carries. `draft_handle`: the handle of a draft on this device. */
type SessionWish = Readonly<
  Partial<Record<'job' | 'posting' | 'tenant' | 'draft_handle' | 'code' | 'attempt', string | undefined>>
>;

interface OpenedSession {
  readonly token: string;
  /** Handle by which a visitor's device gets this session and its draft key again, or null. */
  readonly draftHandle: string | null;
  /** Keys of the draft of the requested handle, and the seconds for which the proxy gives them. */
  readonly draftKeys: readonly string[];
  readonly draftSeconds: number;
  /** The form as `GET /api/v1/questions` would give it; null where the reply has none. */
  readonly form: unknown;
}

/**
 * The new session of a public job, or the one that the code opens (`src/server/http/README.md#post-sessions`).
 * @param query asks for its form, too
 */
export async function openSession(
  connection: Connection,
  wish: SessionWish,
  query = '',
): Promise<Outcome<OpenedSession, Trouble>> {
  // Sent as plain text, so that a page of another origin needs no preflight.
  const reply = await requestProxy(connection, `/sessions${query}`, {
    method: 'POST',
    body: JSON.stringify({ data: { type: 'sessions', attributes: wish } }),
  });
  if (!reply.ok) return reply;
  const { document } = reply.value;
  const token = nonBlank(path(document, 'data', 'attributes', 'token'));
  const draftHandle = nonBlank(path(document, 'data', 'attributes', 'draft_handle'));
  const draftKey = nonBlank(path(document, 'meta', 'draftKey'));
  const draftSeconds = Number(path(document, 'data', 'attributes', 'draft_expires_in') ?? 0);
  const draft = { draftHandle, draftKeys: draftKey === null ? [] : [draftKey], draftSeconds };
  return token === null ? failure(reply.value) : success({ token, ...draft, form: formOf(document) });
}

/** The session names the questions of the document's `data`; these come first among what is included. */
function formOf(document: unknown): unknown {
  const included = member(document, 'included');
  const { length } = list(path(document, 'data', 'relationships', 'questions', 'data'));
  return Array.isArray(included) ? Object.assign({}, document, { data: included.splice(0, length) }) : null;
}
