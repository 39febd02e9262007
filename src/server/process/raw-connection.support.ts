/** For tests: a connection that is written to byte by byte, and all that came back on it so far. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface RawConnection {
  readonly socket: Socket;
  /** As `Host` names the server. */
  readonly host: string;
  readonly heard: () => string;
}

/** Ends with its test. */
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
