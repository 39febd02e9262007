/** Served below a path of another site, behind a gateway that cuts the path off or passes it on. */
import type { Page } from 'playwright/test';
import packageFile from '../../package.json' with { type: 'json' };
import { Applicant } from '../support/applicant.ts';
import { type Server, startServer } from '../support/apply-form-server.ts';
import { fits, formIn, hostPage } from '../support/framed.ts';
import { type Gateway, startGateway } from '../support/gateway.ts';
import { fillInDetails, fillInEngineer } from '../support/host-pages.ts';
import { expect, test } from '../support/with-server.ts';

interface Place {
  readonly address: string;
  readonly server: Server;
  readonly gateway: Gateway;
}

/** As nginx with `proxy_pass http://app/;`, or with `proxy_pass http://app;`. */
const gateways = {
  'cuts its path off': { path: '/a/b/', passes: (url: string) => url.replace(/^\/a\/b\//, '/') },
  'cuts its path off and leaves two slashes': {
    path: '/a/b',
    passes: (url: string) => url.replace(/^\/a\/b\//, '//'),
  },
  'passes its path on': { path: '/forms', passes: (url: string) => url },
};

async function open({ path, passes }: (typeof gateways)[keyof typeof gateways]): Promise<Place> {
  let server: Server | undefined;
  const gateway = await startGateway((url) => `${server?.origin}${passes(url)}`);
  server = await startServer({ APPLY_PUBLIC_URL: gateway.origin + path });
  return { address: gateway.origin + path.replace(/\/$/, ''), server, gateway };
}

/** What did not come, or was asked for outside the path. */
function watch(page: Page, { address, gateway }: Place): readonly string[] {
  const faults: string[] = [];
  page.on('response', (response) => {
    const url = response.url();
    if (response.status() >= 400) faults.push(`${response.status()} ${url}`);
    if (url.startsWith(gateway.origin) && !url.startsWith(`${address}/`)) faults.push(`beside ${url}`);
  });
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  return faults;
}

async function send(applicant: Applicant): Promise<void> {
  await expect(applicant.state()).toHaveAttribute('data-state', 'ready');
  await fillInDetails(applicant);
  await fillInEngineer(applicant);
  await applicant.send();
  await expect(applicant.state()).toHaveAttribute('data-state', 'complete');
}

for (const [kind, gateway] of Object.entries(gateways))
  test(`every place works below a path, where a gateway ${kind}`, { tag: '@deep' }, async ({
    page,
    host,
    request,
  }) => {
    const place = await open(gateway);
    const { address } = place;
    const faults = watch(page, place);
    const isReady = async (form: Applicant) =>
      await expect(form.state().first()).toHaveAttribute('data-state', 'ready');

    await page.goto(`${address}/form#job=4711&tenant=default&lang=de`);
    await send(new Applicant(page));

    const frame = `<iframe src="${address}/frame/default#job=4715" data-apply-frame></iframe><script src="${address}/frame.js"></script>`;
    await page.goto(host.show(hostPage(frame)));
    await formIn(page);
    await expect.poll(() => fits(page)).toBe(true);

    for (const script of ['apply-form.js', `${packageFile.version}/apply-form.js`]) {
      const tag = `<script type="module" src="${address}/${script}" data-apply-job="4715" data-apply-layout="steps"></script>`;
      await page.goto(host.show(hostPage(tag)));
      await isReady(new Applicant(page));
    }
    const element = `<script type="module" src="${address}/apply-form.js"></script><apply-form job="4715" lang="ar" isolation="light"></apply-form>`;
    await page.goto(host.show(hostPage(element)));
    await isReady(new Applicant(page));

    await page.goto(`${address}/`);
    await isReady(new Applicant(page));
    await page.getByRole('link', { name: 'Attention' }).click();
    await page.getByLabel(/key/i).first().fill('sandbox-admin');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Nothing needs attention.' })).toBeVisible();
    await page.getByRole('link', { name: 'Docs', exact: true }).first().click();
    await expect(page).toHaveURL(`${address}/docs/`);
    await page.goto(`${address}/preview.html`);
    await isReady(new Applicant(page));
    await page.goto(`${address}/hosts/careers-site.html`);
    await isReady(new Applicant(page));

    const { json } = await made(request.post.bind(request), address);
    expect(json.data.attributes.link).toMatch(new RegExp(`^${address}/form#code=`));
    await page.goto(json.data.attributes.link);
    await isReady(new Applicant(page));
    const docs = await request.get(`${address}/docs`, { maxRedirects: 0 });
    expect(docs.headers()['location']).toBe(`${new URL(address).pathname}/docs/`);
    expect(faults).toEqual([]);
    await place.server.stop();
    await place.gateway.stop();
  });

async function made(
  post: (url: string, options: object) => Promise<{ json(): Promise<unknown> }>,
  address: string,
) {
  const attributes = { job: '4711', tenant: 'default', link: true };
  const reply = await post(`${address}/sessions`, {
    headers: { authorization: 'Bearer sandbox-admin', 'content-type': 'application/vnd.api+json' },
    data: JSON.stringify({ data: { type: 'sessions', attributes } }),
  });
  return { json: (await reply.json()) as { data: { attributes: { link: string } } } };
}
