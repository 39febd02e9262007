/** The operator's desk: what was read with the key, and what is done about it. Without a key it holds nothing. */
import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { type Outcome, success } from '../../core/model/outcome.ts';
import { type AskServer, type Fault, faultSentence } from './ask-server.ts';
import { createHeldKey } from './held-key.ts';
import type { AttentionPage, ServerState, Waiting } from './read-reply.ts';

/** Why the page asks for the key. */
export type Locked =
  | { readonly kind: 'first' | 'asked' | 'unused' }
  | { readonly kind: 'fault'; readonly fault: Fault };

export interface Told {
  readonly list: AttentionPage;
  readonly server: ServerState;
  /** Milliseconds since 1970. */
  readonly readAt: number;
}

/** A sentence for all; the number tells the same words apart when they are said again. */
export interface Said {
  readonly words: string;
  readonly number: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Milliseconds that a sentence stays to be read. */
const SAID = 12_000;

export interface DeskParts {
  readonly ask: AskServer;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export interface Desk {
  readonly ask: AskServer;
  readonly now: () => number;
  /** null: it is open. */
  readonly locked: ReadonlySignal<Locked | null>;
  /** null: locked. */
  readonly told: ReadonlySignal<Told | null>;
  readonly isReading: ReadonlySignal<boolean>;
  /** Of the last reading; what was read before stays. */
  readonly fault: ReadonlySignal<Fault | null>;
  readonly said: ReadonlySignal<Said>;
  /** What went wrong with a submission or a lesson, by its name. */
  readonly faults: Signal<ReadonlyMap<string, string>>;
  /** null: locked. */
  key(): string | null;
  open(key: string): Promise<Fault | null>;
  lock(why: 'asked' | 'unused'): void;
  /** The page is left: what is open is locked, and a key that is being tried opens nothing. */
  leave(): void;
  lockUnused(): void;
  /** The page is in use: it stays open, unless it was left unused for too long before. */
  touch(): void;
  refresh(): Promise<void>;
  say(words: string): void;
  /** What was said long enough ago goes. */
  unsay(): void;
  /** It is on its way again: the list is shown without it before it is read anew. */
  leaveOut(reference: string): void;
}

type State = ReturnType<typeof createState>;

const createState = (parts: DeskParts) => ({
  ...parts,
  held: createHeldKey(parts.now),
  locked: signal<Locked | null>({ kind: 'first' }),
  told: signal<Told | null>(null),
  isReading: signal(false),
  fault: signal<Fault | null>(null),
  said: signal<Said>({ words: '', number: 0, at: 0 }),
  faults: signal<ReadonlyMap<string, string>>(new Map()),
  /** Counts what makes a list that is being read out of date. */
  changes: signal(0),
});

export function createDesk(parts: DeskParts): Desk {
  const state = createState(parts);
  const { ask, now, held, locked, told, isReading, fault, said, faults } = state;
  return {
    ...{ ask, now, locked, told, isReading, fault, said, faults },
    key: held.read,
    async open(key) {
      const before = state.changes.peek();
      const reading = await read(state, key);
      if (!reading.ok) return reading.error;
      if (before !== state.changes.peek()) return null;
      held.hold(key);
      told.value = reading.value;
      locked.value = null;
      say(state, '');
      return null;
    },
    lock: (why) => close(state, { kind: why }),
    leave() {
      state.changes.value += 1;
      if (locked.peek() === null) close(state, { kind: 'asked' });
    },
    lockUnused: () => lockUnused(state),
    touch() {
      held.touch();
      lockUnused(state);
    },
    refresh: () => refresh(state),
    say: (words) => say(state, words),
    unsay() {
      if (said.peek().words !== '' && now() - said.peek().at >= SAID) say(state, '');
    },
    leaveOut(reference) {
      const before = told.peek();
      if (before === null) return;
      state.changes.value += 1;
      const waiting = before.list.waiting.filter((one) => one.reference !== reference);
      const gone = before.list.waiting.length - waiting.length;
      told.value = { ...before, list: { ...before.list, waiting, total: before.list.total - gone } };
    },
  };
}

function say({ said, now }: State, words: string): void {
  said.value = { words, number: said.peek().number + 1, at: now() };
}

function close(state: State, why: Locked): void {
  state.held.forget();
  state.changes.value += 1;
  state.told.value = null;
  state.fault.value = null;
  state.faults.value = new Map();
  say(state, '');
  state.locked.value = why;
}

/** The key may have been forgotten by any look at it, so what counts is that the page is open without one. */
function lockUnused(state: State): void {
  if (state.locked.peek() === null && state.held.read() === null) close(state, { kind: 'unused' });
}

async function read({ ask, now }: State, key: string): Promise<Outcome<Told, Fault>> {
  // One after the other, so that a wrong key counts as one try.
  const list = await ask.list(key);
  if (!list.ok) return list;
  const server = await ask.state(key);
  return server.ok ? success({ list: list.value, server: server.value, readAt: now() }) : server;
}

async function refresh(state: State): Promise<void> {
  const { held, isReading, changes, told, fault } = state;
  const key = held.read();
  if (key === null) return;
  if (isReading.peek()) {
    // What is being read may be older than this wish: it is read once more.
    changes.value += 1;
    return;
  }
  isReading.value = true;
  const before = changes.peek();
  const reading = await read(state, key);
  isReading.value = false;
  if (held.read() !== key) return;
  if (before !== changes.peek()) return refresh(state);
  if (!reading.ok && reading.error.kind === 'wrong_key')
    return close(state, { kind: 'fault', fault: reading.error });
  fault.value = reading.ok ? null : reading.error;
  if (!reading.ok) return;
  const fresh = countNew(told.peek()?.list.waiting ?? [], reading.value.list.waiting);
  told.value = reading.value;
  if (fresh > 0)
    say(state, `${fresh} more ${fresh === 1 ? 'submission needs' : 'submissions need'} attention.`);
}

function countNew(before: readonly Waiting[], after: readonly Waiting[]): number {
  const known = new Set(before.map(({ reference }) => reference));
  return after.filter(({ reference }) => !known.has(reference)).length;
}

export const countSentence = (total: number): string => {
  if (total === 0) return 'Nothing needs attention.';
  return `${total} ${total === 1 ? 'submission needs' : 'submissions need'} attention.`;
};

export function lockedSentence(locked: Locked): string | null {
  switch (locked.kind) {
    case 'first':
      return null;
    case 'asked':
      return 'Locked. The key is forgotten.';
    case 'unused':
      return 'Locked after 15 minutes without use. The key is forgotten.';
    default:
      return `Locked. ${faultSentence(locked.fault)}`;
  }
}
