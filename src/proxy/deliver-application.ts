/**
 * Makes the application of a visitor who had none, before any answer goes: one POST, never repeated unless the
 * service certainly did not take it. What it says no to comes back to its field.
 */
import { writeApplication } from '../documents/write-application.ts';
import type { ApplicationId } from '../model/ids.ts';
import { failure, type Outcome } from '../model/outcome.ts';
import type { ApplicationCode, DeliveredApplication, Destination } from '../model/submission.ts';
import { fieldsOf, type RefusalCode, refusalAdvice, refusalCode } from '../service/application-refusal.ts';
import { membersOf as errorMembers, type ServiceError } from '../service/service-error.ts';
import {
  type DeliveryMeans,
  type Ending,
  endingOf,
  GIVE_UP_AFTER,
  givenUp,
  LONGEST_PAUSE,
  type Parcel,
  SHORTEST_PAUSE,
} from './delivery-step.ts';

type JobDestination = Extract<Destination, { kind: 'job' }>;
type Reply = Outcome<ApplicationId, ServiceError>;

export const newMaking: DeliveredApplication = { state: 'queued', code: null, fields: [] };

/** The service has none of it and wants none of it as it is: everything may be sent anew. */
export const isRefused = ({ making }: Pick<Parcel, 'making'>): boolean => making?.state === 'refused';

export async function deliverApplication(parcel: Parcel, means: DeliveryMeans): Promise<void> {
  const giveUpAt = means.now() + GIVE_UP_AFTER;
  let pause = SHORTEST_PAUSE;
  while (parcel.destination.kind === 'job' && parcel.making?.state === 'queued') {
    const { destination } = parcel;
    const reply = await make(parcel, destination, means);
    if (isSourceRefused(reply, destination)) {
      parcel.destination = { ...destination, source: null };
      parcel.making = newMaking;
      continue;
    }
    const ending = reply.ok ? delivered : endingOf(reply.error, refusalCode(reply.error));
    const isLate = ending.again !== null && means.now() >= giveUpAt;
    const last = isLate ? { ...ending, ...givenUp } : ending;
    if (reply.ok) parcel.application = reply.value;
    parcel.making = { state: last.state, code: last.code, fields: fieldsOf(membersOf(reply)) };
    if (last.again === null) return report(parcel, last, { reply, means });
    await means.sleep(Math.max(last.again, pause));
    pause = Math.min(pause * 2, LONGEST_PAUSE);
  }
}

const delivered: Ending<never> = { state: 'delivered', code: null, cause: null, again: null };

async function make(
  parcel: Parcel,
  destination: JobDestination,
  { serviceOf }: DeliveryMeans,
): Promise<Reply> {
  // Marked before anything waits: a second one who sends finds it under way.
  parcel.making = { ...newMaking, state: 'sending' };
  try {
    return await serviceOf(parcel.key).createApplication(writeApplication(destination, parcel.reference));
  } catch {
    // Nothing may stay "sending" for ever; and nobody knows whether it went.
    return failure<ServiceError>({ kind: 'interrupted' });
  }
}

const membersOf = (reply: Reply) => (reply.ok ? [] : errorMembers(reply.error));

/** A word for the employer's statistics stops no application: it goes again without it. */
const isSourceRefused = (reply: Reply, { source }: JobDestination): boolean =>
  source !== null && membersOf(reply).includes('channel_source');

function report(
  { key, destination, reference }: Parcel,
  { state, cause }: Ending<ApplicationCode>,
  { reply, means }: { readonly reply: Reply; readonly means: DeliveryMeans },
): void {
  if (cause === null || destination.kind !== 'job') return;
  const event = state === 'refused' ? 'application_refused' : 'application_parked';
  const members = state === 'refused' ? membersOf(reply) : [];
  const named = members.length === 0 ? {} : { members };
  const why = state === 'refused' && !reply.ok ? toldOf(refusalCode(reply.error)) : {};
  means.log.warn(event, { tenant: key.tenant, job: destination.job, reference, cause, ...named, ...why });
}

const toldOf = (code: RefusalCode) => ({ code, advice: refusalAdvice(code) });
