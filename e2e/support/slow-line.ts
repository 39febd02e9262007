import { connect, createServer, type Socket } from 'node:net';

/** A slow line to a server, as on a mobile network. */
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

/** Bytes of one piece. Larger pieces would arrive in bursts instead of at a steady rate. */
const PIECE = 1_460;

export async function startSlowLine(to: string, { delay, rate, connects }: LineSpeed): Promise<SlowLine> {
  const sockets = new Set<Socket>();
  /** The time at which the shared line is free again. */
  let freeAt = 0;
  const transmissionTime = (bytes: number): number => {
    if (rate === undefined) return delay;
    freeAt = Math.max(freeAt, performance.now()) + (bytes * 8_000) / rate;
    return freeAt - performance.now() + delay;
  };
  const relay = (from: Socket, into: Socket, delayOf: (bytes: number) => number, opened = 0) => {
    sockets.add(from);
    let lastAt = 0;
    const schedule = (milliseconds: number, act: () => void) => {
      // No piece may arrive before the one that was sent before it.
      lastAt = Math.max(lastAt, performance.now() + milliseconds, opened);
      setTimeout(act, lastAt - performance.now());
    };
    from.on('data', (bytes) => {
      for (let start = 0; start < bytes.length; start += PIECE) {
        const piece = bytes.subarray(start, start + PIECE);
        schedule(delayOf(piece.length), () => into.writable && into.write(piece));
      }
    });
    from.on('end', () => schedule(delay, () => into.end()));
    from.on('error', () => into.destroy());
    from.on('close', () => sockets.delete(from));
  };
  const server = createServer((near) => {
    const far = connect(Number(new URL(to).port), '127.0.0.1');
    const opened = connects ? performance.now() + 3 * delay : 0;
    relay(near, far, () => delay, opened);
    relay(far, near, transmissionTime);
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
