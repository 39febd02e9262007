import { connect, createServer, type Socket } from 'node:net';

/** A slow line to a server, like a phone's. */
export interface SlowLine {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
  stop(): Promise<void>;
}

export interface LineSpeed {
  /** Latency in milliseconds, in each direction. */
  readonly delay: number;
  /** Bits a second towards the browser, for all connections together. Default: no limit. */
  readonly rate?: number;
  /** Whether a new connection takes a round trip. */
  readonly connects?: boolean;
}

/** Bytes of one piece, small enough that the browser's buffers do not hide the pace. */
const PIECE = 1_460;

export async function startSlowLine(to: string, { delay, rate, connects }: LineSpeed): Promise<SlowLine> {
  const sockets = new Set<Socket>();
  /** The time at which the shared line is free again. */
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
      // Only timers of equal time are sure to keep their order.
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
