/** Consents and the answers to equality monitoring, from the request to the ledger. */
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

const codeOf = ({ status, json }: ProxyReply) => [status, json.errors[0].code];
const faultsOf = ({ json }: ProxyReply) =>
  json.errors.map(({ source, meta }) => `${source?.pointer} ${meta?.fault}`);

let proxy: RecordedProxy;
beforeEach(() => {
  proxy = recordProxy(settings);
});

describe('consents', () => {
  test.each([
    ['de-AT', undefined, german, 'de'],
    ['de', 'en', english, 'en'],
    ['en', 'de', german, 'de'],
  ])(
    'asked for in %s and shown in %s, a consent is recorded in the language that was shown',
    async (locale, shown, sentence, language) => {
      const consent = [{ ...agreed.consent[0], ...(shown === undefined ? {} : { language: shown }) }];
      const meta = { consent, ...(locale === undefined ? {} : { locale }) };
      expect((await (await proxy.visit()).send(names, [], meta)).status).toBe(200);
      expect(proxy.accepted[0]?.consents).toEqual([
        { id: 'process', version: '2', hash: await sha256(sentence), language },
      ]);
    },
  );

  test('a missing required consent is reported together with the faults in the details', async () => {
    const reply = await (await proxy.visit()).send({ ...names, email: '' });
    expect(codeOf(reply)).toEqual([422, 'invalid_details']);
    expect(reply.json.meta.fields).toEqual(['email', 'consent:process']);
    expect(faultsOf(reply)).toEqual(['/data/0/attributes/email required', '/meta/consent required']);
    expect(proxy.accepted).toEqual([]);
  });

  test.each<readonly [string, readonly object[]]>([
    ['an old version of a sentence', [{ id: 'process', version: '1' }]],
    ['a sentence that is no longer shown', [...agreed.consent, { id: 'other', version: '1' }]],
  ])('answers 409 when the applicant agreed to %s', async (_name, consent) => {
    expect(codeOf(await (await proxy.visit()).send(names, [], { consent }))).toEqual([409, 'form_changed']);
    expect(proxy.accepted).toEqual([]);
  });

  test.each<readonly [string, unknown]>([
    ['the same consent twice', [...agreed.consent, ...agreed.consent]],
    ['a consent with a time of its own', [{ ...agreed.consent[0], given_at: '2026-01-01' }]],
  ])('answers 400 to %s', async (_name, consent) => {
    expect(codeOf(await (await proxy.visit()).send(names, [], { consent }))).toEqual([400, 'bad_request']);
  });

  test('an applicant with an existing application has to agree, too', async () => {
    const visit = await proxy.apply();
    const refused = await visit.send(null);
    expect([...codeOf(refused), refused.json.meta.fields]).toEqual([
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

  test('a correction of a refused application has to bring its consents again', async () => {
    const visit = await proxy.visit();
    proxy.store(stored({ state: 'attention' }));
    expect((await visit.send(names)).json.meta.fields).toEqual(['consent:process']);
    expect((await visit.send(names, [], agreed)).status).toBe(200);
    expect(proxy.accepted[0]?.consents).toMatchObject(agreed.consent);
  });
});

test.each<readonly [string, object | null]>([
  ['with answers only', null],
  ['with answers and details', names],
])('a correction %s does not ask again for a consent given with the application', async (_name, details) => {
  const visit = await proxy.visit();
  const application = { state: 'delivered', code: null, fields: [] } as const;
  proxy.store(stored({ state: 'attention', application }));
  expect((await visit.send(details)).status).toBe(200);
  expect(proxy.accepted[0]).toMatchObject({ consents: [], keepsApplication: true });
});

describe('equality monitoring', () => {
  const send = async (...ids: readonly string[]) =>
    (await proxy.visit()).send({ ...names, [EQUALITY]: ids }, [], agreed);

  test('sends the ids of the chosen options', async () => {
    expect((await send('911', '901')).status).toBe(200);
    expect(proxy.accepted[0]?.destination).toMatchObject({ equality: ['911', '901'] });
  });

  test('answers 409 to an option that the form does not offer', async () => {
    expect(codeOf(await send('901', '999'))).toEqual([409, 'form_changed']);
  });

  test('reports two options of one question as a fault of that question', async () => {
    const reply = await send('901', '909');
    expect([reply.json.meta.fields, faultsOf(reply)]).toEqual([
      ['equality:gender'],
      [`/data/0/attributes/${EQUALITY} not_an_option`],
    ]);
  });

  test('is required once the operator agrees to the service’s demand, and "prefer not to say" counts', async () => {
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
