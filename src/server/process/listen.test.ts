import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { systemClock } from '../clock.ts';
import { type OpenPort, openPort } from './listen.ts';

async function open(): Promise<OpenPort> {
  const opened = await openPort('127.0.0.1', 0, systemClock);
  if (!opened.ok) throw new Error(opened.error);
  opened.value.answerWith((_request, response) => void response.end('here'));
  return opened.value;
}

const REQUEST = 'GET / HTTP/1.1\r\nHost: here\r\n\r\n';

test('a request that has arrived when the port closes is answered on its idle connection', async () => {
  const port = await open();
  const socket = connect(port.port, '127.0.0.1').setEncoding('utf8');
  socket.write(REQUEST);
  await once(socket, 'data');
  socket.write(REQUEST);
  const replied = once(socket, 'data');
  port.sendAway();
  const closed = port.close();
  expect(String(await replied)).toContain('here');
  await closed;
});

test('requests whose connections are not yet taken when the port closes are answered', async () => {
  const port = await open();
  const sockets = Array.from({ length: 20 }, () => connect(port.port, '127.0.0.1').setEncoding('utf8'));
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  const replied = sockets.map((socket) => once(socket, 'data'));
  for (const socket of sockets) socket.write(REQUEST);
  port.sendAway();
  const closed = port.close();
  for (const reply of await Promise.all(replied)) expect(String(reply)).toContain('here');
  await closed;
});
