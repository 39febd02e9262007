import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ask } from '../../sandbox/client.support.ts';
import { createSandbox, type Sandbox } from '../../sandbox/create-sandbox.ts';
import type { JobVisibility, SampleForm } from '../../sandbox/sample-form.ts';
import { type ChosenTenant, chooseTenant } from '../chosen-tenant.ts';
import { findApplications } from './find-applications.ts';

const PHONE = '+447700900123';

const form = (id: string, title: string, visibility: JobVisibility): SampleForm => {
  const rest = { company: 'Example', location: 'Leeds', contract: 'Full time', paragraphs: [] };
  return {
    name: id,
    title,
    description: '',
    questions: [],
    job: { id, title, visibility, state: 'open', ...rest },
  };
};

const forms = [form('4701', 'Nurse', 'external'), form('4702', 'Head of Finance', 'confidential')];

let sandbox: Sandbox;
let server: Server;
/** null: as the sandbox answers. */
let instead: ((url: URL) => Response | null) | null = null;
let chosen: ChosenTenant;

beforeAll(async () => {
  const answer = (request: Request) =>
    instead?.(new URL(request.url)) ?? sandbox.fetch(request, { address: '127.0.0.1' });
  server = createServer(getRequestListener(answer, { overrideGlobalObjects: false }));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
});
beforeEach(() => {
  sandbox = createSandbox({ forms });
  instead = null;
  const address = server.address();
  chosen = chosenAt(`http://127.0.0.1:${isAddressInfo(address) ? address.port : 0}`, sandbox.key);
});
afterAll(() => void server.close());

const isAddressInfo = (address: AddressInfo | string | null): address is AddressInfo =>
  typeof address === 'object' && address !== null;

function chosenAt(url: string, key: string): ChosenTenant {
  const read = chooseTenant(
    { APPLY_SERVICE_URL: url, APPLY_SERVICE_KEY: key, APPLY_SECRET: 'a secret of thirty-two characters' },
    null,
  );
  if (!read.ok) throw new Error(read.error);
  return read.value;
}

async function apply(job: string, phone = PHONE): Promise<void> {
  const attributes = { first_name: 'Sample', last_name: 'Applicant', email: 'sample@example.com', phone };
  const relationships = { job: { data: { type: 'jobs', id: job } } };
  const data = { type: 'applications', attributes, relationships };
  await ask(sandbox, '/api/v1/applications', { method: 'POST', body: JSON.stringify({ data }) });
}

async function find(phone = PHONE) {
  const found = await findApplications(chosen, phone);
  if (!found.ok) throw new Error(found.error);
  return found.value;
}

test('applications of confidential jobs are found, too, with the titles of their jobs', async () => {
  await apply('4701');
  await apply('4702');
  await apply('4701', '+447700900124');
  const { applications, warnings } = await find();
  expect(applications.map(({ title, state }) => [title, state]).sort()).toEqual([
    ['Head of Finance', 'open'],
    ['Nurse', 'open'],
  ]);
  expect(warnings).toEqual([]);
});

test('pages beyond the first are followed', async () => {
  for (let count = 0; count < 101; count += 1) await apply('4701');
  const { applications } = await find();
  expect(new Set(applications.map(({ id }) => id)).size).toBe(101);
});

const refusal = JSON.stringify({
  errors: [{ code: 'bad_request', status: '400', title: 'Bad Request', detail: '' }],
});

test('a service without pages of applications shows its first, and that there may be more is said', async () => {
  await apply('4701');
  instead = (url) => (url.searchParams.has('page[number]') ? new Response(refusal, { status: 400 }) : null);
  const { applications, warnings } = await find();
  expect(applications).toHaveLength(1);
  expect(warnings).toEqual([expect.stringContaining('there may be older applications')]);
});
