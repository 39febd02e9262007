/** For tests: checks every reply to a client by the rules of JSON:API. */
import { jsonApiFaults } from './json-api.support.ts';

export interface JudgedSend {
  readonly send: (request: Request) => Promise<Response>;
  /** Returns the faults of the replies since the last call; there must be none after each test. */
  take(): Promise<readonly string[]>;
}

/** Skips a reply whose body broke off. */
export function judgeSend(send: (request: Request) => Promise<Response> = fetch): JudgedSend {
  let pending: Promise<readonly string[]>[] = [];
  return {
    send: async (request) => {
      const response = await send(request);
      pending.push(faultsOf(request, response.clone()));
      return response;
    },
    take: async () => {
      const taken = pending;
      pending = [];
      return (await Promise.all(taken)).flat();
    },
  };
}

async function faultsOf({ method, url }: Request, response: Response): Promise<readonly string[]> {
  const body = await response.text().catch(() => null);
  if (body === null) return [];
  const contentType = response.headers.get('content-type');
  const faults = jsonApiFaults({ method, url, status: response.status, contentType, body });
  return faults.map((fault) => `${method} ${url} ${response.status}: ${fault}`);
}
