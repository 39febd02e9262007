import { connect, createServer, type Socket } from 'node:net';

/** A line to a server that takes its time, as a phone's does. */
export interface SlowLine {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
  stop(): Promise<void>;
}

export interface LineSpeed {
  /** Milliseconds that a byte is under way, in each direction. */
  readonly delay: number;
  /** Bits a second towards the browser, for all connections together; unbounded if absent. */
  readonly rate?: number;
  /** A connection has to be made first, which takes a round trip. */
  readonly connects?: boolean;
}

/** Bytes of one piece: smaller than what the browser's own buffers hide. */
const PIECE = 1_460;

export async function startSlowLine(to: string, { delay, rate, connects }: LineSpeed): Promise<SlowLine> {
  const sockets = new Set<Socket>();
  /** When the line is free again, for all that share it. */
  let freeAt = 0;
  const whenThrough = (bytes: number): number => {
    if (rate === undefined) return delay;
    freeAt = Math.max(freeAt, performance.now()) + (bytes * 8_000) / rate;
    return freeAt - performance.now() + delay;
  };
  const relay = (from: Socket, into: Socket, takes: (bytes: number) => number, opened = 0) => {
    sockets.add(from);
    let last = 0;
    const later = (milliseconds: number, act: () => void) => {
      // Timers of equal time keep their order, others need not.
      last = Math.max(last, performance.now() + milliseconds, opened);
      setTimeout(act, last - performance.now());
    };
    from.on('data', (bytes) => {
      for (let start = 0; start < bytes.length; start += PIECE) {
        const piece = bytes.subarray(start, start + PIECE);
        later(takes(piece.length), () => into.writable && into.write(piece));
      }
    });
    from.on('end', () => later(delay, () => into.end()));
    from.on('error', () => into.destroy());
    from.on('close', () => sockets.delete(from));
  };
  const server = createServer((near) => {
    const far = connect(Number(new URL(to).port), '127.0.0.1');
    const opened = connects ? performance.now() + 3 * delay : 0;
    relay(near, far, () => delay, opened);
    relay(far, near, whenThrough);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The line has no port.');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
