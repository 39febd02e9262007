/** What this service refuses: the same content always, other content perhaps not. */

import type { Details } from '../../src/core/model/details.ts';
import type { QuestionId } from '../../src/core/model/ids.ts';
import type { OutgoingValue } from '../../src/core/model/question.ts';
import type { ServiceError } from '../../src/server/service/service-error.ts';
import { printOf } from './content.ts';
import * as faults from './faults-of-a-schedule.ts';
import type { Random } from './random.ts';

export class Refusals {
  readonly #random: Random;
  readonly #known = new Map<string, ServiceError | null>();

  constructor(random: Random) {
    this.#random = random;
  }

  ofAnswer(question: QuestionId, value: OutgoingValue): ServiceError | null {
    return this.#ask(printOf(question, value), faults.refusal.answer, [
      { kind: 'invalid', pointers: [], members: [] },
      { kind: 'bad_request' },
    ]);
  }

  ofDetails({ email = '', phone }: Details): ServiceError | null {
    const no = (member: 'email' | 'phone'): ServiceError => ({
      kind: 'invalid',
      pointers: [],
      members: [member],
    });
    const ofPhone = phone === undefined ? null : this.#ask(phone, faults.refusal.details, [no('phone')]);
    return this.#ask(email, faults.refusal.details, [no('email')]) ?? ofPhone;
  }

  #ask(
    content: string,
    share: number,
    noes: readonly [ServiceError, ...ServiceError[]],
  ): ServiceError | null {
    const known = this.#known.get(content);
    if (known !== undefined) return known;
    const drawn = this.#random.chance(share) ? this.#random.pick(noes) : null;
    this.#known.set(content, drawn);
    return drawn;
  }
}
