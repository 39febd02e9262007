/** What an item carries, sealed as it is stored: bound to its place, so that nothing stored can be put elsewhere. */
import type { LedgerAnswer, SubjectKey } from '../model/ports.ts';
import type { AnswerToSend, JobDestination } from './carrier.ts';
import type { ItemName } from './ledger-store.ts';
import type { AnswerItem } from './next-step.ts';
import type { Sealer } from './sealing.ts';

type AnswerPayload = Pick<AnswerToSend, 'value' | 'title' | 'type' | 'isDistinct'>;

const contextOf = ({ tenant, subject }: SubjectKey, { question, part }: ItemName): string =>
  JSON.stringify([tenant, subject, question, part]);

export function sealAnswer(sealer: Sealer, key: SubjectKey, answer: LedgerAnswer): Uint8Array {
  const { value, title, type, isDistinct } = answer;
  return seal(sealer, contextOf(key, answer), { value, title, type, isDistinct });
}

export const applicationItem = { question: null, part: 0 } as const;

export const sealDestination = (sealer: Sealer, key: SubjectKey, destination: JobDestination): Uint8Array =>
  seal(sealer, contextOf(key, applicationItem), destination);

// Made once: making one takes longer than what it does for an answer.
const encoder = new TextEncoder();
const decoder = new TextDecoder();

const seal = (sealer: Sealer, context: string, content: AnswerPayload | JobDestination): Uint8Array =>
  sealer.seal(context, encoder.encode(JSON.stringify(content)));

/** null: it is wiped, or sealed with a secret that is gone. */
export function openAnswer(sealer: Sealer, key: SubjectKey, item: AnswerItem): AnswerToSend | null {
  const { question, part } = item;
  const content = open<AnswerPayload>(sealer, contextOf(key, item), item.payload);
  return content === null ? null : { ...content, question, part };
}

export const openDestination = (
  sealer: Sealer,
  key: SubjectKey,
  payload: Uint8Array | null,
): JobDestination | null => {
  const content = open<JobDestination>(sealer, contextOf(key, applicationItem), payload);
  // What an older version stored names no source.
  return content === null ? null : { ...content, source: content.source ?? null };
};

/** What opens was sealed here: nobody else can have made it. */
function open<Content>(sealer: Sealer, context: string, payload: Uint8Array | null): Content | null {
  const bytes = payload === null ? null : sealer.open(context, payload);
  return bytes === null ? null : JSON.parse(decoder.decode(bytes));
}
