/** Marks failures of the store, so that a client is told to try the same request again soon. */
import type { People } from '../people.ts';
import type { Delivery, Lessons, Operator } from '../ports.ts';

/** Seconds. */
export const STORE_PAUSE = 5;

export class StoreFailure extends Error {
  override readonly name = 'StoreFailure';
}

/** Wraps a delivery so that whatever it throws counts as a failure of its store. */
export const guardDelivery = (delivery: Delivery): Delivery => ({
  find: (...given) => guardStore(delivery.find(...given)),
  accept: (...given) => guardStore(delivery.accept(...given)),
  read: (...given) => guardStore(delivery.read(...given)),
  isDown: (tenant) => delivery.isDown(tenant),
  ...(delivery.visitorsQueued && {
    visitorsQueued: (tenant) => guardStore(delivery.visitorsQueued?.(tenant) ?? Promise.resolve(0)),
  }),
});

export const guardOperator = (operator: Operator): Operator => ({
  isReady: () => operator.isReady().catch(() => false),
  attention: (...given) => guardStore(operator.attention(...given)),
  act: (...given) => guardStore(operator.act(...given)),
});

export const guardPeople = (people: People): People => ({
  find: (...given) => guardStore(people.find(...given)),
  openFile: (...given) => guardStore(people.openFile(...given)),
  erase: (...given) => guardStore(people.erase(...given)),
});

export const guardLessons = (lessons: Lessons): Lessons => ({
  list: (...given) => guardStore(lessons.list(...given)),
  learn: (...given) => guardStore(lessons.learn(...given)),
  agree: (...given) => guardStore(lessons.agree(...given)),
  clear: (...given) => guardStore(lessons.clear(...given)),
});

export const guardStore = <Value>(answer: Promise<Value>): Promise<Value> =>
  answer.catch((cause: unknown) => {
    throw new StoreFailure('The store does not answer.', { cause });
  });
