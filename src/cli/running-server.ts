/** The server that runs with this environment: its address, and what to say when it does not answer. */
import { path } from '../core/jsonapi/json.ts';
import type { Configuration } from '../server/process/configuration/configuration.ts';

export function addressOf({ publicUrl, host, port }: Configuration): string {
  if (publicUrl !== null) return publicUrl;
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** Another server may answer at this address, so ours is recognised by its health reply. */
export async function isApplyForm(address: string, send: typeof fetch = fetch): Promise<boolean> {
  const reply = await send(`${address}/healthz`, { signal: AbortSignal.timeout(PATIENCE) }).catch(() => null);
  const body: unknown = await reply?.json().catch(() => null);
  return path(body, 'meta', 'state') === 'alive';
}

/** Milliseconds. */
const PATIENCE = 5_000;

export const notApplyForm = (address: string): string => `What answers at ${address} is not Apply Form.`;

/** For a command that can ask a real service instead. */
export const noServerToAsk = (address: string): string =>
  `There is nobody to ask: set APPLY_SERVICE_URL and APPLY_SERVICE_KEY to ask a real service, or start \`npm start\` to ask the sandbox (nothing answers at ${address}).`;

export const noServerAt = (address: string): string =>
  `No Apply Form answers at ${address}. Start it, or set PORT as it was started with (APPLY_PUBLIC_URL for another machine).`;
