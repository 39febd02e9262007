/** Loaded before the server: its own port tells the milliseconds of the processor that the process has used. */
import { createServer } from 'node:http';
import { print } from '../../../src/server/app/print.ts';

const port = createServer((_request, response) => {
  const { user, system } = process.cpuUsage();
  response.end(String((user + system) / 1_000));
});

port.listen(0, '127.0.0.1', () => {
  const address = port.address();
  if (typeof address === 'object' && address !== null) print(`Processor  http://127.0.0.1:${address.port}`);
});
port.unref();
