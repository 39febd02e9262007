/** A request as a command for a shell. */
import type { SandboxTools } from './traffic.ts';

export interface Command {
  readonly method: string;
  /** From `/api` on, with the query. */
  readonly path: string;
  /** JSON; null: none. */
  readonly body: string | null;
}

/** `-g`: brackets in a query are meant as they stand. */
export function curlCommand(
  { address, key }: Pick<SandboxTools, 'address' | 'key'>,
  { method, path, body }: Command,
): string {
  const lines = [
    `curl -sSg ${method === 'GET' ? '' : `-X ${method} `}${inShell(address + path)}`,
    `-H ${inShell(`X-API-KEY: ${key ?? 'YOUR-KEY'}`)}`,
    ...(body === null
      ? []
      : [`-H ${inShell('Content-Type: application/vnd.api+json')}`, `--data-raw ${inShell(body)}`]),
  ];
  return lines.join(' \\\n  ');
}

/** Within single quotes a shell reads nothing but the quote that ends them. */
const inShell = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
