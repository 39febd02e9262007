/** Sends forms to the server and receives its webhooks, over HTTP on both sides. */
import { Webhook } from 'standardwebhooks';
import { expect, onTestFinished, test } from 'vitest';
import { type OpenBench, openBench } from '../../process/server.support.ts';
import { OTHER_SECRET, type Receiver, SECRET, startReceiver } from './receiver.support.ts';

async function benchWith(tenant: object): Promise<OpenBench> {
  const bench = await openBench({ APPLY_CONFIG: JSON.stringify({ tenants: { default: tenant } }) });
  onTestFinished(bench.close);
  return bench;
}

const at = ({ url }: Receiver, secret = SECRET) => ({ webhook: { url, secret, allowPrivate: true } });
const nurse = ['2002', { text_answer: 'canary answer' }] as const;
const names = { first_name: 'Canaria', last_name: 'Example', email: 'canaria@example.com' };

test('a back end receives signed events for the receipt and for the completion, in order', async () => {
  const receiver = await startReceiver();
  const bench = await benchWith(at(receiver));
  const visitor = await bench.apply('one-of-each');
  const sent = await bench.send(visitor, [nurse]);
  await bench.during(receiver.hears(2));
  expect(receiver.known()).toEqual(['received 1', 'complete 2']);
  expect(receiver.heard.map(({ body }) => body.type)).toEqual([
    'application.received',
    'application.complete',
  ]);
  const { id } = sent.json.data;
  for (const { headers, text, body } of receiver.heard) {
    expect(new Webhook(SECRET).verify(text, headers)).toEqual(body);
    expect(body.data).toMatchObject({ reference: id, application: visitor.application, tenant: 'default' });
  }
});

test('in job mode events carry the application’s id once it exists, and report a refusal and its correction', async () => {
  const receiver = await startReceiver();
  const bench = await benchWith(at(receiver));
  bench.setDemands({ jobs: { '4712': ['phone'] } });
  const visitor = await bench.visit('4712');
  await bench.sendAll(visitor, names, []);
  await bench.during(receiver.hears(2));
  await bench.sendAll(visitor, { ...names, phone: '020 7946 0958', phone_iso2: 'GB' }, []);
  await bench.during(receiver.hears(4));
  expect(receiver.known()).toEqual(['received 1', 'refused 2', 'received 3', 'complete 4']);
  const [made] = bench
    .requests()
    .flatMap(({ method, path, status, application }) =>
      method === 'POST' && path === '/api/v1/applications' && status === 201 ? [application] : [],
    );
  expect(receiver.heard.map(({ body: { data } }) => [data.job, data.application])).toEqual([
    ['4712', null],
    ['4712', null],
    ['4712', null],
    ['4712', made],
  ]);
});

test('a stopped event is listed and can be sent again, and nothing personal or secret is written', {
  tags: 'deep',
}, async () => {
  let status = 410;
  const receiver = await startReceiver(() => status);
  const bench = await benchWith(at(receiver));
  const { id } = (await bench.sendAll(await bench.visit('4712'), names, [])).json.data;
  await bench.during(receiver.hears(2));
  const token = 'sandbox-admin';
  const list = () => bench.call('GET', '/attention', { token });
  const listed = async () => JSON.parse((await list()).text).data;
  const act = (action: string) =>
    bench.call('POST', `/attention/${id}`, {
      token,
      body: { data: { type: 'attention', attributes: { action } } },
    });
  const stopped = ['application.received', 'application.complete'].map((type) => ({ type, code: 'gone' }));
  const isListed = async () =>
    expect(await listed()).toMatchObject([{ id, attributes: { items: [], webhooks: stopped } }]);
  await bench.until(isListed);
  const metrics = (await bench.call('GET', '/metrics', { token })).text;
  const written = [...receiver.heard.map(({ text }) => text), ...bench.log, (await list()).text, metrics];
  for (const secret of ['Canaria', 'canaria@', SECRET, SECRET.slice(6)])
    expect(written.filter((text) => text.includes(secret))).toEqual([]);
  expect(bench.log.filter((line) => line.includes('"webhook_stopped"'))).toHaveLength(1);
  expect(metrics).toContain('apply_webhooks_total{outcome="stopped",tenant="default"} 2');
  expect(metrics).toContain('apply_webhooks_undelivered{state="stopped",tenant="default"} 2');
  status = 204;
  expect((await act('retry')).status).toBe(200);
  await bench.during(receiver.hears(4));
  expect(receiver.known()).toEqual(['received 1', 'complete 2']);
  await bench.until(async () => expect(await listed()).toEqual([]));
  expect((await act('give_up')).status).toBe(400);
});

test('a job’s own webhook replaces that of its tenant', async () => {
  const [ofTenant, ofJob] = [await startReceiver(), await startReceiver()];
  const bench = await benchWith({ ...at(ofTenant), jobs: { '4712': at(ofJob, OTHER_SECRET) } });
  await bench.sendAll(await bench.visit('4712'), names, []);
  await bench.sendAll(await bench.visit('4713'), names, []);
  await bench.during(Promise.all([ofTenant.hears(2), ofJob.hears(2)]));
  expect([ofTenant, ofJob].map(({ heard }) => heard.map(({ body }) => body.data.job))).toEqual([
    ['4713', '4713'],
    ['4712', '4712'],
  ]);
  const [first] = ofJob.heard;
  expect(() => new Webhook(OTHER_SECRET).verify(first?.text ?? '', first?.headers ?? {})).not.toThrow();
});
