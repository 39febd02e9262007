/** The form below a path of another site, behind a gateway that strips the path or passes it on. */
import { request as forward } from 'node:http';
import type { Page } from 'playwright/test';
import packageFile from '../../package.json' with { type: 'json' };
import { formOn, meet, visitor } from '../support/applicant.ts';
import { type Server, startServer } from '../support/apply-form-server.ts';
import { fits, formIn } from '../support/framed.ts';
import { careersPage, fillInEngineer, frameTag, scriptTag } from '../support/host-pages.ts';
import { type Listening, listen } from '../support/host-server.ts';
import { Sandbox } from '../support/sandbox.ts';
import { expect, test } from '../support/with-server.ts';

/** Acts like nginx with `proxy_pass http://app/;`, or with `proxy_pass http://app;`. */
const gateways = {
  'cuts its path off': { path: '/a/b/', passes: (url: string) => url.replace(/^\/a\/b\//, '/') },
  'cuts its path off and leaves two slashes': {
    path: '/a/b',
    passes: (url: string) => url.replace(/^\/a\/b\//, '//'),
  },
  'passes its path on': { path: '/forms', passes: (url: string) => url },
};

interface Place {
  readonly address: string;
  readonly server: Server;
  readonly gateway: Listening;
}

async function open({ path, passes }: (typeof gateways)[keyof typeof gateways]): Promise<Place> {
  let server: Server | undefined;
  const gateway = await listen((incoming, outgoing) => {
    const { method, url = '', headers } = incoming;
    const request = forward(`${server?.origin}${passes(url)}`, { method, headers }, (reply) => {
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(outgoing);
    });
    request.on('error', () => outgoing.destroy());
    incoming.pipe(request);
  });
  server = await startServer({ APPLY_PUBLIC_URL: gateway.origin + path });
  return { address: gateway.origin + path.replace(/\/$/, ''), server, gateway };
}

/** Records failed requests, requests outside the path, and errors in the console. */
function watch(page: Page, { address, gateway }: Place): readonly string[] {
  const faults: string[] = [];
  page.on('response', (response) => {
    const url = response.url();
    if (response.status() >= 400) faults.push(`${response.status()} ${url}`);
    if (url.startsWith(gateway.origin) && !url.startsWith(`${address}/`)) faults.push(`outside ${url}`);
  });
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  return faults;
}

for (const [kind, gateway] of Object.entries(gateways))
  test(`every embedding works below a path, where a gateway ${kind}`, async ({ page, host, request }) => {
    const place = await open(gateway);
    const { address } = place;
    const faults = watch(page, place);
    const applicant = await meet(page, `${address}/form#job=4711&tenant=default&lang=de`);
    await applicant.introduce(visitor);
    await fillInEngineer(applicant);
    await applicant.send();
    await applicant.reaches('complete');
    await page.goto(host.show(careersPage(frameTag(address, 'job=4715'))));
    await formIn(page);
    await expect.poll(() => fits(page)).toBe(true);
    for (const origin of [address, `${address}/${packageFile.version}`])
      await meet(page, host.show(careersPage(scriptTag(origin, 'data-apply-job="4715"'))));
    await meet(page, `${address}/`);
    await page.getByRole('link', { name: 'Attention' }).click();
    await page.getByLabel(/key/i).first().fill('sandbox-admin');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Nothing needs attention.' })).toBeVisible();
    await page.getByRole('link', { name: 'Docs', exact: true }).first().click();
    await expect(page).toHaveURL(`${address}/docs/`);
    for (const path of ['preview.html', 'hosts/careers-site.html']) await meet(page, `${address}/${path}`);
    const { link } = await new Sandbox(address).link('engineer', true);
    expect(link).toMatch(new RegExp(`^${address}/form#code=`));
    await page.goto(link);
    await formOn(page);
    const docs = await request.get(`${address}/docs`, { maxRedirects: 0 });
    expect(docs.headers()['location']).toBe(`${new URL(address).pathname}/docs/`);
    expect(faults).toEqual([]);
    await place.server.stop();
    await place.gateway.stop();
  });
