/** The port: taken first, since the rest must know its number, and given back last. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { failure, type Outcome, success } from '../model/outcome.ts';

export type Listener = (request: IncomingMessage, response: ServerResponse) => void;

export interface OpenPort {
  readonly server: Server;
  readonly port: number;
  /** From now on requests are answered; those that came before have waited. */
  answerWith(listener: Listener): void;
  /** New connections are refused; requests under way go on. Resolves when the last one has ended. */
  stopListening(): Promise<void>;
  /** Ends what is still open, after a moment for replies that are on their way. */
  close(): Promise<void>;
}

/** Milliseconds: a file of 10 MB from a phone far from its mast, 17 kB a second. */
const LONGEST_REQUEST = 600_000;

/** The error is a sentence for whoever starts the server. */
export async function openPort(host: string, port: number): Promise<Outcome<OpenPort, string>> {
  const server = createServer({
    headersTimeout: 10_000,
    requestTimeout: LONGEST_REQUEST,
    maxHeaderSize: 16_384,
  });
  const answerWith = holdRequests(server);
  const listening = await listen(server, host, port);
  if (!listening.ok) return listening;
  let closing: Promise<void> | null = null;
  const stopListening = () => {
    closing ??= new Promise((resolve) => void server.close(() => resolve()));
    return closing;
  };
  return success({
    server,
    port: listening.value,
    answerWith,
    stopListening,
    close() {
      const closed = stopListening();
      server.closeIdleConnections();
      setTimeout(() => server.closeAllConnections(), GRACE).unref();
      return closed;
    },
  });
}

/** Milliseconds for requests that are under way. */
const GRACE = 1_000;

/** The port is needed to make the rest, so requests may come before there is anybody to answer them: they wait. */
function holdRequests(server: Server): (listener: Listener) => void {
  let begin: (listener: Listener) => void = () => undefined;
  const listener = new Promise<Listener>((resolve) => {
    begin = resolve;
  });
  server.on('request', (request, response) => void listener.then((answer) => answer(request, response)));
  return begin;
}

function listen(server: Server, host: string, port: number): Promise<Outcome<number, string>> {
  return new Promise((resolve) => {
    server.once('error', (error) => resolve(failure(describeListenError(error, host, port))));
    server.listen(port, host, () => {
      const address = server.address();
      resolve(success(isAddressInfo(address) ? address.port : port));
    });
  });
}

const isAddressInfo = (address: AddressInfo | string | null): address is AddressInfo =>
  typeof address === 'object' && address !== null;

function describeListenError(error: Error, host: string, port: number): string {
  const code = 'code' in error ? error.code : '';
  return code === 'EADDRINUSE'
    ? `Port ${port} on ${host} is busy: another program listens there. Stop it, or set PORT to another number.`
    : `Apply Form cannot listen on ${host}, port ${port} (${String(code)}).`;
}
