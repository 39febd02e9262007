/** What the server tells of what needs attention, as the page reads it. What it does not know it leaves out. */
import { idText, list, path, text, wholeNumber } from '../../core/jsonapi/stored-json.ts';
import { type ReasonedItem, UNTOLD } from './reasons.ts';

export interface WaitingItem extends ReasonedItem {
  readonly part: number;
  readonly title: string | null;
  /** What the service named, under its own names. */
  readonly members: readonly string[];
}

/** A submission that needs the operator. */
export interface Waiting {
  readonly reference: string;
  /** null: none was made. */
  readonly application: string | null;
  readonly job: string | null;
  /** ISO date-times. */
  readonly acceptedAt: string;
  readonly keptUntil: string;
  readonly items: readonly WaitingItem[];
}

/** What refusals of the service taught of a job. */
export interface Lesson {
  readonly job: string;
  readonly field: string;
  readonly isAgreed: boolean;
  readonly learnedAt: string;
  readonly refusedAt: string;
  /** The line for all lessons of the job. */
  readonly configuration: string;
}

/** What is wrong with a question of the service, and what to do about it. */
export interface Finding {
  readonly question: string | null;
  readonly title: string | null;
  readonly found: string;
  readonly fix: string | null;
}

export interface JobFindings {
  /** null: all questions of the service. */
  readonly job: string | null;
  readonly title: string | null;
  /** Of all, of which the server tells the first. */
  readonly count: number;
  readonly findings: readonly Finding[];
}

export interface AttentionPage {
  readonly waiting: readonly Waiting[];
  readonly total: number;
  readonly hasNext: boolean;
  readonly lessons: readonly Lesson[];
  /** Told on the first page alone. */
  readonly questions: readonly JobFindings[];
  /** Jobs with findings beyond those that the server tells. */
  readonly questionsLeftOut: number;
  /** What a webhook was not told yet, and is tried again by itself. */
  readonly eventsWaiting: number;
}

/** null: what came is not the list. */
export function readAttention(json: unknown): AttentionPage | null {
  const data = path(json, 'data');
  if (!Array.isArray(data)) return null;
  const waiting = data.flatMap((one) => readWaiting(one) ?? []);
  return {
    waiting,
    total: wholeNumber(path(json, 'meta', 'total')) ?? waiting.length,
    hasNext: text(path(json, 'links', 'next')) !== null,
    lessons: list(path(json, 'meta', 'lessons')).flatMap((one) => readLesson(one) ?? []),
    questions: list(path(json, 'meta', 'questions')).flatMap((one) => readFindings(one) ?? []),
    questionsLeftOut: wholeNumber(path(json, 'meta', 'questions_left_out')) ?? 0,
    eventsWaiting: wholeNumber(path(json, 'meta', 'webhooks_waiting')) ?? 0,
  };
}

function readWaiting(json: unknown): Waiting | null {
  const reference = idText(path(json, 'id'));
  const attributes = path(json, 'attributes');
  const acceptedAt = text(path(attributes, 'accepted_at'));
  const keptUntil = text(path(attributes, 'kept_until'));
  if (reference === null || acceptedAt === null || keptUntil === null) return null;
  return {
    reference,
    application: idText(path(attributes, 'application')),
    job: idText(path(attributes, 'job')),
    acceptedAt,
    keptUntil,
    items: [
      ...list(path(attributes, 'items')).map(readItem),
      ...list(path(attributes, 'webhooks')).map(readWebhook),
    ],
  };
}

const readItem = (json: unknown): WaitingItem => ({
  question: idText(path(json, 'question')),
  part: wholeNumber(path(json, 'part')) ?? 0,
  title: text(path(json, 'title')),
  state: text(path(json, 'state')) ?? '',
  code: text(path(json, 'code')),
  members: readTexts(path(json, 'members')),
});

/** One more thing that waits, named by the id that the receiver may have seen. */
const readWebhook = (json: unknown): WaitingItem => ({
  question: text(path(json, 'id')) ?? '',
  part: 0,
  title: text(path(json, 'type')),
  state: UNTOLD,
  code: text(path(json, 'code')),
  members: [],
});

const readTexts = (json: unknown): readonly string[] => list(json).flatMap((one) => text(one) ?? []);

function readLesson(json: unknown): Lesson | null {
  const job = idText(path(json, 'job'));
  const field = text(path(json, 'field'));
  if (job === null || field === null) return null;
  return {
    job,
    field,
    isAgreed: path(json, 'agreed') === true,
    learnedAt: text(path(json, 'learned_at')) ?? '',
    refusedAt: text(path(json, 'refused_at')) ?? '',
    configuration: text(path(json, 'configuration')) ?? '',
  };
}

function readFindings(json: unknown): JobFindings | null {
  const named = path(json, 'job');
  const job = idText(named);
  const findings = list(path(json, 'findings')).flatMap((one) => readFinding(one) ?? []);
  if ((job === null && named !== null) || findings.length === 0) return null;
  const count = Math.max(findings.length, wholeNumber(path(json, 'count')) ?? 0);
  return { job, title: text(path(json, 'title')), count, findings };
}

function readFinding(json: unknown): Finding | null {
  const found = text(path(json, 'found'));
  if (found === null) return null;
  return {
    question: idText(path(json, 'question')),
    title: text(path(json, 'title')),
    found,
    fix: text(path(json, 'fix')),
  };
}

/** Whether the server takes applications, and what it does less well. */
export interface ServerState {
  readonly isReady: boolean;
  readonly reasons: readonly string[];
  readonly degraded: readonly string[];
  /** The name of the key's tenant, where the server tells it. */
  readonly tenant: string | null;
}

/** null: what came is not the state. */
export function readServerState(json: unknown): ServerState | null {
  const state = text(path(json, 'meta', 'state'));
  if (state === null) return null;
  return {
    isReady: state === 'ready',
    reasons: readTexts(path(json, 'meta', 'reasons')),
    degraded: readTexts(path(json, 'meta', 'degraded')),
    tenant: text(path(json, 'meta', 'tenant')),
  };
}
