/** What became of an item, written down: delivered, or parked for the operator. */
import { applicationFiles } from '../service/bodies.ts';
import { change, count, type LeasedSubmission, namesOf } from './leased-submission.ts';
import { isDocument } from './next-step.ts';
import { openDestination, sealMade } from './payload.ts';
import type { Item } from './record.ts';

/** @param serviceId null: the service gave it none */
export async function deliver(leased: LeasedSubmission, item: Item, serviceId: string | null): Promise<void> {
  const payload = keptPayload(leased, item, serviceId);
  if (!(await change(leased, item, { state: 'delivered', code: null, payload, failures: 0, serviceId })))
    return;
  count(leased, 'delivered');
  await releaseFiles(leased, item);
}

/**
 * Of an application its id, so that its answers find it. What names documents is kept until no look has to tell others
 * from them: the service gives them no id.
 */
function keptPayload(
  { dependencies, record }: LeasedSubmission,
  item: Item,
  serviceId: string | null,
): Item['payload'] {
  if (isDocument(item)) return item.payload;
  if (item.question !== null || serviceId === null) return null;
  const destination = openDestination(dependencies.cipher, record, item);
  const names = destination.ok ? applicationFiles(destination.value.files).map(({ name }) => name) : [];
  return sealMade(dependencies.cipher, record, serviceId, names);
}

/** Files that cannot be released now are released with the audit. */
export async function releaseFiles(
  { dependencies, record }: LeasedSubmission,
  { files }: Item,
): Promise<void> {
  for (const file of files) await dependencies.staging.release(record.key, file).catch(() => undefined);
}

interface Parking {
  readonly code: 'unclear' | 'conflict' | 'given_up' | 'misdirected';
  readonly cause: string;
  readonly unclearPosts?: number;
}

export async function park(
  leased: LeasedSubmission,
  item: Item,
  { code, cause, ...more }: Parking,
): Promise<void> {
  if (!(await change(leased, item, { ...more, state: 'parked', code }))) return;
  count(leased, 'parked');
  const event = item.question === null ? 'application_parked' : 'answer_parked';
  leased.dependencies.log.warn(event, { ...namesOf(leased), ...questionOf(item), cause });
}

/** For a line of the log. */
export const questionOf = ({ question }: Item) => (question === null ? {} : { question });
