/** Asks the running server what is stored about one person, and to erase it (`POST /people`). */
import * as z from 'zod';
import { failure, type Outcome, success } from '../core/model/failure.ts';
import { type Asking, type AttentionFault, ask, request } from './attention-client.ts';

/** Identifies a person: exactly one of these. */
export type Person =
  | { readonly reference: string }
  | { readonly application: string }
  | { readonly email: string };

const fileSchema = z.object({
  id: z.string(),
  name: z.string().nullable(),
  type: z.string().nullable(),
  size: z.number(),
  has_bytes: z.boolean(),
});

export type HeldFileRow = z.output<typeof fileSchema>;

const consentSchema = z.object({
  id: z.string(),
  version: z.string(),
  hash: z.string(),
  language: z.string(),
  reference: z.string(),
  given_at: z.string(),
});

export type ConsentRow = z.output<typeof consentSchema>;

const heldSchema = z
  .object({
    id: z.string(),
    attributes: z.object({
      state: z.string(),
      application: z.string().nullable(),
      job: z.string().nullable(),
      accepted_at: z.string(),
      kept_until: z.string(),
      items: z.array(
        z.object({
          question: z.string().nullable(),
          part: z.number(),
          title: z.string().nullable(),
          state: z.string(),
          code: z.string().nullable(),
          is_held: z.boolean(),
          file: z.string().nullable(),
          files: z.array(z.string()),
          content: z.record(z.string(), z.unknown()).optional(),
        }),
      ),
      files: z.array(fileSchema),
      consents: z.array(consentSchema),
    }),
  })
  .transform(({ id, attributes }) => ({ reference: id, ...attributes }));

export type HeldRow = z.output<typeof heldSchema>;

const personSchema = z
  .object({
    data: z.array(heldSchema),
    meta: z.object({ files: z.array(fileSchema), consents: z.array(consentSchema), unsearched: z.number() }),
  })
  .transform(({ data, meta }) => ({ submissions: data, ...meta }));

export type PersonRows = z.output<typeof personSchema>;

const erasedSchema = z
  .object({
    data: z.array(
      z
        .object({
          id: z.string(),
          attributes: z.object({
            state: z.enum(['erasing', 'erased']),
            delivered: z.number(),
            unsent: z.number(),
            sending: z.number(),
          }),
        })
        .transform(({ id, attributes }) => ({ reference: id, ...attributes })),
    ),
    meta: z.object({ files: z.number() }),
  })
  .transform(({ data, meta }) => ({ erasures: data, ...meta }));

export type ErasedRows = z.output<typeof erasedSchema>;

type Told<Value> = Promise<Outcome<Value, AttentionFault>>;

export interface PeopleClient {
  /** @param content include what was to be sent */
  find(person: Person, content: boolean): Told<PersonRows>;
  /** The bytes of one file. */
  readFile(person: Person, file: string): Told<Uint8Array>;
  erase(person: Person): Told<ErasedRows>;
}

const PATH = '/people';

export function createPeopleClient(server: Asking): PeopleClient {
  const wish = (action: string, attributes: object) => ({
    ...server,
    body: { data: { type: 'people', attributes: { action, ...attributes } } },
  });
  return {
    find: (person, content) => request(wish(content ? 'export' : 'find', person), PATH, personSchema),
    erase: (person) => request(wish('erase', person), PATH, erasedSchema),
    async readFile(person, file) {
      const reply = await ask(wish('export', { ...person, file }), PATH);
      if (!reply.ok) return reply;
      const bytes = await reply.value.arrayBuffer().catch(() => null);
      return bytes === null
        ? failure({
            message: `The file ${file} broke off, or its bytes are damaged: run the same again.`,
            isOver: false,
          })
        : success(new Uint8Array(bytes));
    },
  };
}
