import { describe, expect, test } from 'vitest';
import { answerBody, ask, list, post } from '../client.support.ts';
import { createSandbox, type Sandbox } from '../create-sandbox.ts';
import { at, parseJson } from '../json.ts';

describe('the page', () => {
  test.each([
    ['/', 'text/html'],
    ['/page.css', 'text/css'],
    ['/page.js', 'text/javascript'],
  ])(
    '%s comes as %s without a key, may run nothing but its own script, and reach nothing but its own origin',
    async (path, type) => {
      const sandbox = createSandbox({ key: 'the-very-own-key' });
      const { status, headers, text } = await ask(sandbox, path, { headers: {} });
      expect(text).not.toMatch(/the-very-own-key|sandbox-key/);
      expect([status, headers.get('content-type')]).toEqual([200, `${type}; charset=utf-8`]);
      const policy = headers.get('content-security-policy')?.split('; ');
      expect(policy).toEqual(
        expect.arrayContaining([
          "default-src 'none'",
          "script-src 'self'",
          "style-src 'self'",
          "connect-src 'self'",
        ]),
      );
      expect(policy?.join()).not.toContain('unsafe');
    },
  );

  test.each(['/', '/page.js', '/_control/holdings', '/_control/events', '/_control/applications/1'])(
    '%s opens on its own machine only',
    async (path) => {
      expect((await ask(createSandbox(), path, { address: '192.168.0.7' })).status).toBe(403);
    },
  );

  test('it is served where the sandbox is mounted, and its address without the last slash leads there', async () => {
    const mounted = createSandbox({ basePath: '/sandbox' });
    expect((await ask(mounted, '/sandbox/')).text).toContain('<h1>Sandbox</h1>');
    const reply = await ask(mounted, '/sandbox');
    expect([reply.status, reply.headers.get('location')]).toEqual([302, '/sandbox/']);
  });

  test('its script makes no markup of what it receives', async () => {
    const { text } = await ask(createSandbox(), '/page.js');
    expect(text).not.toMatch(/innerHTML|outerHTML\s*=|insertAdjacentHTML|document\.write|eval\(/);
  });
});

/** The next events of the stream: name and data. */
async function* events(sandbox: Sandbox) {
  const request = new Request('http://sandbox.test/_control/events');
  const response = await sandbox.fetch(request, { address: '127.0.0.1' });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (let waiting = ''; ; ) {
      const { value = '', done } = (await reader?.read()) ?? { done: true };
      if (done) return;
      const parts = (waiting + value).split('\n\n');
      waiting = parts.pop() ?? '';
      for (const part of parts) {
        const [, of, data] = /^event: (\w+)\ndata: (.*)$/.exec(part) ?? [];
        if (of !== undefined) yield { of, data: parseJson(data ?? '') };
      }
    }
  } finally {
    await reader?.cancel();
  }
}

describe('events', () => {
  test('a request is an event when it comes and when it is answered, with what it changes between them', async () => {
    const sandbox = createSandbox();
    const application = sandbox.applyTo('engineer');
    const stream = events(sandbox);
    const first = stream.next();
    await post(sandbox, answerBody({ question: '101', application, attributes: { text_answer: 'x' } }));
    const told = [(await first).value, (await stream.next()).value, (await stream.next()).value];
    expect(
      told.map((event) => [event?.of, at(event?.data, 'status'), at(event?.data, 'application')]),
    ).toEqual([
      ['request', null, application],
      ['holdings', undefined, undefined],
      ['request', 201, application],
    ]);
    await stream.return(undefined);
  });

  test('a listener who does not read is let go, and keeps nothing', async () => {
    const sandbox = createSandbox();
    const request = new Request('http://sandbox.test/_control/events');
    const response = await sandbox.fetch(request, { address: '127.0.0.1' });
    for (let made = 0; made < 2000; made += 1) sandbox.applyTo('engineer');
    const text = await response.text();
    expect(text.split('event: holdings').length - 1).toBeLessThan(1100);
  });
});

describe('what the page reads', () => {
  test('applications with job, stage, tags, answers and files, the newest first; job seekers; tags with filterable', async () => {
    const sandbox = createSandbox();
    const [older, newer] = [sandbox.applyTo('engineer'), sandbox.applyTo('nurse')];
    await post(
      sandbox,
      answerBody({ question: '101', application: older, attributes: { text_answer: 'x' } }),
    );
    const { body } = await ask(sandbox, '/_control/holdings');
    expect(at(body, 'applications')).toMatchObject([
      {
        id: newer,
        job: { title: 'Registered Nurse' },
        stage: 'Applied',
        ended: null,
        tags: [],
        answers: 0,
        files: 0,
      },
      { id: older, job: { id: '4711' }, phone: expect.stringMatching(/^\+44/), answers: 1 },
    ]);
    expect(list(at(body, 'job_seekers'))).toHaveLength(2);
    expect(list(at(body, 'tags'))).toContainEqual({ name: 'internal', context: null, filterable: true });
    expect(at(body, 'counts')).toEqual({ applications: 2, job_seekers: 2 });
  });
});
