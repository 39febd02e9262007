/** For tests: a raw connection, with everything that it has received. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface RawConnection {
  readonly socket: Socket;
  /** The value of `Host`. */
  readonly host: string;
  readonly heard: () => string;
}

/** Opens a connection that closes at the end of the test. */
export async function openConnection({ address }: { readonly address: string }): Promise<RawConnection> {
  const { hostname, port, host } = new URL(address);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  let heard = '';
  socket.on('data', (data) => {
    heard += String(data);
  });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return { socket, host, heard: () => heard };
}
