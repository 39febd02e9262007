/** What applicants agree to, and what they say for equality monitoring. */
import { beforeEach, describe, expect, test } from 'vitest';
import { EQUALITY } from '../../core/model/details.ts';
import { jobId, tenant } from '../../core/model/ids.ts';
import { sha256 } from '../sessions/tokens.ts';
import { JOB, type ProxyReply, type RecordedProxy, recordProxy, stored } from './recorded-proxy.support.ts';

const names = { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' };
const english = 'I read the [notice](https://example.com/privacy).';
const german = 'Ich habe den [Hinweis](https://example.com/privacy) gelesen.';
const settings = {
  consent: [
    { id: 'process', version: '2', required: true, text: { en: english, de: german } },
    { id: 'pool', version: '1', required: false, text: { en: 'Keep it.' } },
  ],
  equality: [
    {
      id: 'gender',
      title: { en: 'Gender' },
      options: [
        { id: '901', text: { en: 'Woman' } },
        { id: '909', text: { en: 'Prefer not to say' }, undisclosed: true },
      ],
    },
    { id: 'origin', title: { en: 'Origin' }, options: [{ id: '911', text: { en: 'One' } }] },
  ],
};
const agreed = { consent: [{ id: 'process', version: '2' }] };

const told = ({ status, json }: ProxyReply) => [status, json.errors[0].code];
const faultsOf = ({ json }: ProxyReply) =>
  json.errors.map(({ source, meta }) => `${source?.pointer} ${meta?.fault}`);

let proxy: RecordedProxy;
beforeEach(() => {
  proxy = recordProxy(settings);
});

describe('a consent', () => {
  test.each([
    ['de-AT', undefined, german, 'de'],
    ['de', 'en', english, 'en'],
    ['en', 'de', german, 'de'],
  ])(
    'asked for in %s and shown in %s is recorded as it was shown',
    async (locale, shown, sentence, language) => {
      const consent = [{ ...agreed.consent[0], ...(shown === undefined ? {} : { language: shown }) }];
      const meta = { consent, ...(locale === undefined ? {} : { locale }) };
      expect((await (await proxy.visit()).send(names, [], meta)).status).toBe(200);
      expect(proxy.accepted[0]?.consents).toEqual([
        { id: 'process', version: '2', hash: await sha256(sentence), language },
      ]);
    },
  );

  test('that is required and not given is a fault like any other, beside those of the details', async () => {
    const reply = await (await proxy.visit()).send({ ...names, email: '' });
    expect(told(reply)).toEqual([422, 'invalid_details']);
    expect(reply.json.meta.fields).toEqual(['email', 'consent:process']);
    expect(faultsOf(reply)).toEqual(['/data/0/attributes/email required', '/meta/consent required']);
    expect(proxy.accepted).toEqual([]);
  });

  test.each<readonly [string, readonly object[]]>([
    ['to a sentence of before', [{ id: 'process', version: '1' }]],
    ['to a sentence that is gone', [...agreed.consent, { id: 'other', version: '1' }]],
  ])('%s means that the form has changed', async (_name, consent) => {
    expect(told(await (await proxy.visit()).send(names, [], { consent }))).toEqual([409, 'form_changed']);
    expect(proxy.accepted).toEqual([]);
  });

  test.each<readonly [string, unknown]>([
    ['twice', [...agreed.consent, ...agreed.consent]],
    ['with a time of its own', [{ ...agreed.consent[0], given_at: '2026-01-01' }]],
  ])('%s is a bad request', async (_name, consent) => {
    expect(told(await (await proxy.visit()).send(names, [], { consent }))).toEqual([400, 'bad_request']);
  });

  test('is asked of an application that is there as well', async () => {
    const visit = await proxy.apply();
    const refused = await visit.send(null);
    expect([...told(refused), refused.json.meta.fields]).toEqual([
      422,
      'invalid_details',
      ['consent:process'],
    ]);
    expect((await visit.send(null, [], agreed)).status).toBe(200);
    expect(proxy.accepted[0]).toMatchObject({
      destination: { kind: 'application' },
      consents: [{ id: 'process' }],
      formJob: JOB,
    });
  });

  test('stands anew in a correction, since it takes the place of what was agreed to before', async () => {
    const visit = await proxy.visit();
    proxy.store(stored({ state: 'attention' }));
    expect((await visit.send(names)).json.meta.fields).toEqual(['consent:process']);
    expect((await visit.send(names, [], agreed)).status).toBe(200);
    expect(proxy.accepted[0]?.consents).toMatchObject(agreed.consent);
  });
});

test.each<readonly [string, object | null]>([
  ['of answers alone', null],
  ['that brings its details', names],
])(
  'a consent that was given with the application is not asked again in a correction %s',
  async (_name, details) => {
    const visit = await proxy.visit();
    const application = { state: 'delivered', code: null, fields: [] } as const;
    proxy.store(stored({ state: 'attention', application }));
    expect((await visit.send(details)).status).toBe(200);
    expect(proxy.accepted[0]).toMatchObject({ consents: [], keepsApplication: true });
  },
);

describe('equality monitoring', () => {
  const send = async (...ids: readonly string[]) =>
    (await proxy.visit()).send({ ...names, [EQUALITY]: ids }, [], agreed);

  test('goes out as ids of options', async () => {
    expect((await send('911', '901')).status).toBe(200);
    expect(proxy.accepted[0]?.destination).toMatchObject({ equality: ['911', '901'] });
  });

  test('of an option that is not offered means that the form has changed', async () => {
    expect(told(await send('901', '999'))).toEqual([409, 'form_changed']);
  });

  test('with two options of one question is told at the question', async () => {
    const reply = await send('901', '909');
    expect([reply.json.meta.fields, faultsOf(reply)]).toEqual([
      ['equality:gender'],
      [`/data/0/attributes/${EQUALITY} not_an_option`],
    ]);
  });

  test('that the service demands has to be answered once the operator agreed, for which no disclosure is needed', async () => {
    await proxy.lessons.learn(tenant('default'), jobId(JOB), [EQUALITY]);
    expect((await send()).status).toBe(200);
    proxy = recordProxy(settings, { lessons: proxy.lessons });
    await proxy.lessons.agree(tenant('default'), jobId(JOB), EQUALITY);
    expect((await (await proxy.visit()).readForm()).json.meta).toMatchObject({
      equality: [
        { id: 'gender', required: true },
        { id: 'origin', required: true },
      ],
    });
    expect((await send('909')).json.meta.fields).toEqual(['equality:origin']);
    expect((await send('909', '911')).status).toBe(200);
  });
});
