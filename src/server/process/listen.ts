/** The port: taken first, since the rest needs its number, and released last. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { failure, type Outcome, success } from '../../core/model/failure.ts';
import { type Clock, giveTurn, inTime } from '../clock.ts';

export type Listener = (request: IncomingMessage, response: ServerResponse) => void;

export interface OpenPort {
  readonly server: Server;
  readonly port: number;
  /** From now on requests are answered, including those that were waiting. */
  answerWith(listener: Listener): void;
  /** From now on each reply closes its connection, so that the next request goes to another process. */
  sendAway(): void;
  /**
   * Takes what has arrived, then refuses new connections, and ends those that are still open after a moment for requests
   * on their way.
   * @param grace milliseconds for requests that are under way
   */
  close(grace?: number): Promise<void>;
}

/** Milliseconds: enough for a file of 10 MB from a phone with poor reception, at 17 kB/s. */
export const LONGEST_REQUEST = 600_000;

/** The error is a sentence for the person who starts the server. */
export async function openPort(host: string, port: number, clock: Clock): Promise<Outcome<OpenPort, string>> {
  const server = createServer({
    headersTimeout: 10_000,
    requestTimeout: LONGEST_REQUEST,
    maxHeaderSize: 16_384,
  });
  // All header lines are counted (`request-guard.ts`): a line that Node drops would still be seen by proxies on the
  // way.
  server.maxHeadersCount = 0;
  const answerWith = holdRequests(server);
  const replies = watchReplies(server);
  const listening = await listen(server, host, port);
  if (!listening.ok) return listening;
  return success({
    server,
    port: listening.value,
    answerWith,
    sendAway: replies.sendAway,
    async close(grace = MOMENT) {
      const end = clock.monotonic() + grace;
      const left = () => Math.max(0, end - clock.monotonic());
      await inTime(clock, Math.min(LONGEST_TAKING, left()), takeArrivals(server));
      const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
      server.closeIdleConnections();
      await inTime(clock, MOMENT, closed);
      await inTime(clock, left(), Promise.race([closed, replies.areSent()]));
      server.closeAllConnections();
      return closed;
    },
  });
}

/** Milliseconds for connections from which nothing or only the first bytes have come. */
const MOMENT = 1_000;
/** Milliseconds: where ever more arrives, the port closes all the same. */
const LONGEST_TAKING = 3_000;

/**
 * Resolves when every connection and request that has arrived is taken: those that a busy process has not yet read would
 * be reset when the port closes.
 */
async function takeArrivals(server: Server): Promise<void> {
  let isNew = true;
  server.on('connection', () => {
    isNew = true;
  });
  while (isNew) {
    isNew = false;
    // The second turn is the first that surely looks at all sockets; it accepts one connection.
    await giveTurn();
    await giveTurn();
  }
}

interface Replies {
  sendAway(): void;
  /** Resolves when no request is under way. */
  areSent(): Promise<void>;
}

function watchReplies(server: Server): Replies {
  const open = new Set<ServerResponse>();
  let isAway = false;
  let tell: () => void = () => undefined;
  server.on('request', (_request, response) => {
    open.add(response);
    if (isAway) closeAfter(response);
    response.once('close', () => {
      open.delete(response);
      if (open.size === 0) tell();
    });
  });
  return {
    sendAway() {
      isAway = true;
      for (const response of open) closeAfter(response);
    },
    areSent: () =>
      new Promise((resolve) => {
        tell = resolve;
        if (open.size === 0) resolve();
      }),
  };
}

function closeAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close');
}

/** The rest needs the port number, so requests can arrive before there is a handler: they wait for it. */
function holdRequests(server: Server): (listener: Listener) => void {
  let begin: (listener: Listener) => void = () => undefined;
  const listener = new Promise<Listener>((resolve) => {
    begin = resolve;
  });
  server.on('request', (request, response) => void listener.then((answer) => answer(request, response)));
  return begin;
}

/**
 * Connections that wait to be taken, as far as the system allows (`net.core.somaxconn`, 4,096 on Linux). Those above are
 * dropped, and their clients try again after 1, 3 and 7 s: a refusal comes sooner.
 */
const BACKLOG = 4_096;

function listen(server: Server, host: string, port: number): Promise<Outcome<number, string>> {
  return new Promise((resolve) => {
    server.once('error', (error) => resolve(failure(describeListenError(error, host, port))));
    server.listen({ port, host, backlog: BACKLOG }, () => {
      const address = server.address();
      resolve(success(isAddressInfo(address) ? address.port : port));
    });
  });
}

const isAddressInfo = (address: AddressInfo | string | null): address is AddressInfo =>
  typeof address === 'object' && address !== null;

function describeListenError(error: Error, host: string, port: number): string {
  const code = 'code' in error ? String(error.code) : '';
  const advice = advices[code];
  return advice === undefined
    ? `Apply Form cannot listen on ${host}, port ${port} (${code}).`
    : advice(host, port);
}

/** Advice by the error code of the system. */
const advices: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (host, port) =>
    `Port ${port} on ${host} is busy: another program listens there. Stop it, or set PORT to another number.`,
  EADDRNOTAVAIL: (host) =>
    `This machine has no address ${host}, so Apply Form cannot listen there (EADDRNOTAVAIL). Set HOST to an address of this machine: 127.0.0.1 for itself alone, 0.0.0.0 for all that it has.`,
  EACCES: (host, port) =>
    `This account may not listen on ${host}, port ${port} (EACCES). Set PORT to a number above 1023.`,
  ENOTFOUND: (host) =>
    `The name ${host} leads to no address (ENOTFOUND). Set HOST to an address of this machine: 127.0.0.1 for itself alone, 0.0.0.0 for all that it has.`,
};
