import { connect, createServer, type Socket } from 'node:net';

/** A line to a server that takes its time, as a phone's does: every byte arrives so many milliseconds later. */
export interface SlowLine {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
  stop(): Promise<void>;
}

export async function startSlowLine(to: string, milliseconds: number): Promise<SlowLine> {
  const sockets = new Set<Socket>();
  const relay = (from: Socket, into: Socket) => {
    sockets.add(from);
    from.on('data', (bytes) => setTimeout(() => into.writable && into.write(bytes), milliseconds));
    from.on('end', () => setTimeout(() => into.end(), milliseconds));
    from.on('error', () => into.destroy());
    from.on('close', () => sockets.delete(from));
  };
  const server = createServer((near) => {
    const far = connect(Number(new URL(to).port), '127.0.0.1');
    relay(near, far);
    relay(far, near);
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
