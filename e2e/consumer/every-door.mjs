/** Uses the package as a server of its users would: the sandbox and the proxy before it, over real HTTP. */
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import 'apply-form';
import 'apply-form/define';
import { defaultSemantics, evaluate, judge } from 'apply-form/conditions';
import { createProxy, openStore } from 'apply-form-server/proxy';
import { createSandbox } from 'apply-form-server/sandbox';
import { applicationId, createService } from 'apply-form-server/service';

/** @param {(request: Request) => Promise<Response>} answer */
async function serve(answer) {
  const server = createServer(async (incoming, outgoing) => {
    const chunks = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const { method = 'GET', url = '/' } = incoming;
    const headers = new Headers(
      Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
    );
    const body = chunks.length === 0 ? null : Buffer.concat(chunks);
    const response = await answer(
      new Request(new URL(url, `http://${incoming.headers.host}`), { method, headers, body }),
    );
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { origin: `http://127.0.0.1:${port}`, close: () => server.close() };
}

const sandbox = createSandbox({ forms: ['nurse'] });
const application = sandbox.applyTo('nurse');
const serviceAddress = await serve((request) => sandbox.fetch(request));

const service = createService({
  baseUrl: serviceAddress.origin,
  key: sandbox.key,
  send: (request) => fetch(request),
});
const known = await service.readApplication(applicationId(application), []);

const opened = await openStore(`file:${mkdtempSync(join(tmpdir(), 'apply-consumer-'))}/apply.db`);
if (!opened.ok) throw new Error(opened.error);
const proxy = createProxy({
  store: opened.value,
  secrets: ['0123456789abcdef0123456789abcdef'],
  tenants: [
    {
      name: 'default',
      serviceUrl: serviceAddress.origin,
      serviceKey: sandbox.key,
      adminKey: 'admin',
      origins: 'any',
      semantics: defaultSemantics,
      publicJobs: [],
      fallbackUrl: null,
      questionsBy: 'job',
      questionFilter: 'eq',
    },
  ],
});
const proxyAddress = await serve((request) => proxy.fetch(request));

const session = await fetch(`${proxyAddress.origin}/sessions`, {
  method: 'POST',
  headers: { authorization: 'Bearer admin', 'content-type': 'application/vnd.api+json' },
  body: JSON.stringify({ data: { type: 'sessions', attributes: { application } } }),
});
const { token } = (await session.json()).data.attributes;
const form = await fetch(`${proxyAddress.origin}/api/v1/questions?include=conditional_questions`, {
  headers: { authorization: `Bearer ${token}` },
});
const document = await form.json();

const rule = judge(
  { type: 'number', options: null },
  { operator: 'greater_than', value: '5' },
  defaultSemantics,
);

console.log(
  JSON.stringify({
    job: known.ok ? known.value.job : known.error.kind,
    session: session.status,
    form: form.status,
    title: document.meta.title,
    questions: document.data.length > 0,
    shown: evaluate(rule, { kind: 'number', text: '5.01' }),
    hidden: evaluate(rule, { kind: 'number', text: '5' }),
  }),
);
proxyAddress.close();
serviceAddress.close();
await proxy.close();
await opened.value.close();
