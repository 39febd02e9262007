/** The control: the same server, but what ties a label to its control never comes. What is seen stays as it is. */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';

/** Before the form is drawn; and hidden from Orca, which takes what stands beside a field without a label for it. */
const untie = `
const { setAttribute } = Element.prototype;
Element.prototype.setAttribute = function (name, value) {
  const isTie = name === 'for';
  setAttribute.call(this, isTie ? 'aria-hidden' : name, isTie ? 'true' : value);
};`;

/** Of the page's own script. */
const script = /^\/assets\/form-[\w-]+\.js$/;

interface Untied {
  readonly origin: string;
  stop(): Promise<void>;
}

export async function startWithoutLabels(origin: string): Promise<Untied> {
  const front = createServer((asked, reply) => pass(origin, asked, reply));
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  const address = front.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    origin: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        front.close(() => resolve());
        front.closeAllConnections();
      }),
  };
}

function pass(origin: string, asked: IncomingMessage, reply: ServerResponse): void {
  const { url = '/', method, headers } = asked;
  const isScript = script.test(url);
  // The server knows its own name alone, and packed text cannot be added to.
  const own = { ...headers, host: new URL(origin).host, 'accept-encoding': 'identity' };
  if (headers.origin !== undefined) own.origin = origin;
  const onward = request(`${origin}${url}`, { method, headers: own }, (answer) => {
    const given = { ...answer.headers };
    if (isScript) delete given['content-length'];
    reply.writeHead(answer.statusCode ?? 502, given);
    answer.pipe(reply, { end: !isScript });
    if (isScript) answer.once('end', () => reply.end(untie));
  });
  onward.once('error', () => reply.destroy());
  asked.pipe(onward);
}
