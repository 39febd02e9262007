/** The sandbox with the form of eleven texts, for as long as the servers need it to know the form. */
import { createAdaptorServer } from '@hono/node-server';
import { createSandbox } from '../../../src/sandbox/create-sandbox.ts';
import { textForm } from './text-form.ts';

export interface ServiceUp {
  readonly address: string;
  /** From now on its address refuses connections. */
  end(): Promise<void>;
}

export async function startService(): Promise<ServiceUp> {
  const sandbox = createSandbox({ forms: [textForm] });
  const server = createAdaptorServer({ fetch: (request) => sandbox.fetch(request) });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    address: `http://127.0.0.1:${port}`,
    async end() {
      const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
      if ('closeAllConnections' in server) server.closeAllConnections();
      await closed;
    },
  };
}
