/** What the operator does about what waits: one submission, or all that are shown one after the other. */
import { type ReadonlySignal, signal } from '@preact/signals';
import type { Outcome } from '../../core/model/outcome.ts';
import type { OperatorAction } from '../../core/model/ports.ts';
import { type Fault, faultSentence, isOver, type LessonWish } from './ask-server.ts';
import type { Desk } from './desk.ts';
import type { Waiting, WaitingItem } from './read-reply.ts';
import { isForOperator, isWaitingOnly } from './reasons.ts';

/** All of them, one after the other. */
export interface Round {
  readonly done: number;
  readonly total: number;
  readonly isStopping: boolean;
}

export interface Acts {
  /** What went wrong with a submission or a lesson, by its name. */
  readonly faults: ReadonlySignal<ReadonlyMap<string, string>>;
  /** Names of what is being done. */
  readonly busy: ReadonlySignal<ReadonlySet<string>>;
  /** null: none is under way. */
  readonly round: ReadonlySignal<Round | null>;
  act(reference: string, action: OperatorAction): Promise<void>;
  /** Hands the file to `save`. */
  exportOne(reference: string): Promise<void>;
  retryAll(references: readonly string[]): Promise<void>;
  stop(): void;
  tell(wish: LessonWish): Promise<void>;
}

export type SaveFile = (name: string, text: string) => void;

export const nameOfLesson = ({ job, field }: Pick<LessonWish, 'job' | 'field'>): string => `${job} ${field}`;

const saidOf: Readonly<Record<OperatorAction, string>> = {
  retry: 'is on its way again.',
  give_up: 'is given up: what was to be sent is wiped.',
};

export function createActs(desk: Desk, save: SaveFile): Acts {
  const { faults } = desk;
  const busy = signal<ReadonlySet<string>>(new Set());
  /** Does it once at a time for each name; a fault is said, and stands beside what it is of. */
  const run = async <Done>(name: string, { ask, after }: Work<Done>): Promise<void> => {
    const key = desk.key();
    if (key === null || busy.peek().has(name)) return;
    busy.value = new Set([...busy.peek(), name]);
    faults.value = new Map([...faults.peek()].filter(([one]) => one !== name));
    const done = await ask(key);
    // Locked meanwhile: nothing of it is said or given out any more.
    if (desk.key() === key) {
      if (done.ok) await after(done.value);
      else {
        const sentence = faultSentence(done.error);
        faults.value = new Map([...faults.peek(), [name, sentence]]);
        desk.say(`${name}: ${sentence}`);
      }
    }
    busy.value = new Set([...busy.peek()].filter((one) => one !== name));
  };
  return {
    faults,
    busy,
    ...createRounds(desk),
    act: (reference, action) =>
      run(reference, {
        ask: (key) => desk.ask.act(key, reference, action),
        after() {
          if (action === 'retry') desk.leaveOut(reference);
          desk.say(`${reference} ${saidOf[action]}`);
          return desk.refresh();
        },
      }),
    exportOne: (reference) =>
      run(reference, {
        ask: (key) => desk.ask.exportOne(key, reference),
        after({ submission, note }) {
          save(`attention-${reference}.json`, `${JSON.stringify(submission, null, 2)}\n`);
          desk.say(`${reference} is exported.${note === null ? '' : ` ${note}`}`);
        },
      }),
    tell: (wish) =>
      run(nameOfLesson(wish), {
        ask: (key) => desk.ask.tell(key, wish),
        after() {
          const what = wish.action === 'agree' ? 'is asked from now on' : 'is forgotten';
          desk.say(`Job ${wish.job}: ${wish.field} ${what}.`);
          return desk.refresh();
        },
      }),
  };
}

interface Work<Done> {
  ask(key: string): Promise<Outcome<Done, Fault>>;
  after(done: Done): Promise<void> | void;
}

function createRounds(desk: Desk): Pick<Acts, 'round' | 'retryAll' | 'stop'> {
  const round = signal<Round | null>(null);
  const retry = async (key: string, references: readonly string[]) => {
    let [sent, left] = [0, 0];
    for (const [place, reference] of references.entries()) {
      if (round.peek()?.isStopping !== false || desk.key() !== key) break;
      const acted = await desk.ask.act(key, reference, 'retry');
      if (!acted.ok && isOver(acted.error)) return { sent, left, fault: acted.error };
      if (acted.ok) desk.leaveOut(reference);
      [sent, left] = acted.ok ? [sent + 1, left] : [sent, left + 1];
      round.value = {
        done: place + 1,
        total: references.length,
        isStopping: round.peek()?.isStopping ?? true,
      };
    }
    return { sent, left, fault: null };
  };
  return {
    round,
    async retryAll(references) {
      const key = desk.key();
      if (key === null || round.peek() !== null || references.length === 0) return;
      round.value = { done: 0, total: references.length, isStopping: false };
      const { sent, left, fault } = await retry(key, references);
      const untried = references.length - sent - left;
      round.value = null;
      desk.say(
        [
          `${sent} of ${references.length} are on their way again.`,
          left > 0 ? `${left} had nothing to send.` : '',
          fault === null ? '' : faultSentence(fault),
          untried > 0 ? `${untried} were not tried.` : '',
        ]
          .filter((sentence) => sentence !== '')
          .join(' '),
      );
      await desk.refresh();
    },
    stop() {
      const now = round.peek();
      if (now !== null) round.value = { ...now, isStopping: true };
    },
  };
}

/** Something of it can be sent again or left: what was given up and wiped has lost even its title. */
export const canAct = ({ items }: Waiting): boolean => items.some(isStopped);

const isStopped = (item: WaitingItem): boolean =>
  isForOperator(item) && !(item.code === 'given_up' && item.question !== null && item.title === null);

/** What giving up would wipe. */
export const lossOf = ({ items }: Waiting): readonly WaitingItem[] => {
  const isAll = items.some((item) => item.question === null && isStopped(item));
  return items.filter((item) => isStopped(item) || (isAll && isWaitingOnly(item)));
};
