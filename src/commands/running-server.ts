/** The server that runs with this environment: where it is, and what to say when nobody is there. */
import type { Configuration } from '../server/configuration.ts';

export function addressOf({ publicUrl, host, port }: Configuration): string {
  if (publicUrl !== null) return publicUrl.replace(/\/+$/, '');
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

export const nobodyAt = (address: string): string =>
  `No Apply Form answers at ${address}. Start it, or set PORT as it was started with (APPLY_PUBLIC_URL for another machine).`;
