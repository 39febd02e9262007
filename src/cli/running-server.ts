/** Sends requests to the running server, with the admin key of its environment. */
import * as z from 'zod';
import type { Environment } from '../server/process/configuration/variables.ts';
import { MEDIA_TYPE, type Send } from '../server/service/send-request.ts';
import { Fault } from './command.ts';
import { type ChosenTenant, chooseTenant } from './tenant.ts';

export interface RunningServer {
  /** Throws the server's refusal: exit code 1, or 2 if the next request would fail in the same way. */
  read<Shape extends z.ZodType>(path: string, shape: Shape, body?: unknown): Promise<z.output<Shape>>;
  /** Reads a reply that is a file. Throws as `read` does. */
  readBytes(path: string, body: unknown): Promise<Uint8Array>;
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** Makes the schema of a list from our own server. The type identifies it, so attributes are not checked one by one. */
export const listOf = <Attributes extends object, Meta extends object>(type: 'attention' | 'people') =>
  z.object({
    data: z.array(
      z
        .object({ type: z.literal(type), id: z.string(), attributes: z.custom<Attributes>(isObject) })
        .transform(({ id, attributes }) => ({ ...attributes, reference: id })),
    ),
    meta: z.custom<Meta>(isObject),
    links: z.object({ next: z.string().nullable() }).optional(),
  });

interface Asking {
  readonly environment: Environment;
  readonly send: Send;
  readonly values: { readonly tenant?: string | undefined };
}

export const findServer = ({ environment, send, values }: Asking): RunningServer =>
  connectServer(chooseTenant(environment, values.tenant), send);

export function connectServer({ address, tenant }: ChosenTenant, send: Send): RunningServer {
  const { adminKey } = tenant;
  if (adminKey === null) throw new Fault('APPLY_ADMIN_KEY is not set, but the server requires it.');
  const headers = { authorization: `Bearer ${adminKey}`, 'content-type': MEDIA_TYPE };
  const ask = async (path: string, body?: unknown): Promise<Response> => {
    const init = body === undefined ? { headers } : { headers, method: 'POST', body: JSON.stringify(body) };
    const response = await send(new Request(`${address}${path}`, init)).catch(() => null);
    if (response === null) throw new Fault(noServerAt(address));
    if (!response.ok) throw await refusalOf(response, address);
    return response;
  };
  return {
    async read(path, shape, body) {
      const response = await ask(path, body);
      const read = shape.safeParse(await response.json().catch(() => null));
      if (!read.success) throw new Fault(notApplyForm(address));
      return read.data;
    },
    async readBytes(path, body) {
      const response = await ask(path, body);
      const bytes = await response.arrayBuffer().catch(() => null);
      if (bytes === null)
        throw new Fault('The transfer was interrupted, or the file is damaged: try again.', 1);
      return new Uint8Array(bytes);
    },
  };
}

const noServerAt = (address: string): string =>
  `No Apply Form answers at ${address}. Start it, or set PORT to its port (on another machine APPLY_PUBLIC_URL to its address).`;

const notApplyForm = (address: string): string => `The server at ${address} is not Apply Form.`;

const errorSchema = z.object({ errors: z.array(z.object({ detail: z.string() })).min(1) });

async function refusalOf(response: Response, address: string): Promise<Fault> {
  const errors = errorSchema.safeParse(await response.json().catch(() => null));
  const detail = errors.data?.errors[0]?.detail;
  if (detail === undefined) return new Fault(notApplyForm(address));
  if (response.status === 401)
    return new Fault(
      `The server at ${address} refuses this key: set APPLY_ADMIN_KEY to the key of the server.`,
    );
  return new Fault(detail, response.status >= 500 ? 2 : 1);
}
