import { afterEach, beforeEach, expect, test } from 'vitest';
import { ask } from '../../sandbox/client.support.ts';
import { type ServedSandbox, serveSandbox } from '../../server/process/served-sandbox.support.ts';
import { type ChosenTenant, chooseTenant } from '../chosen-tenant.ts';
import { findApplications } from './find-applications.ts';

const PHONE = '+447700900123';

let service: ServedSandbox;
/** The service has no pages of applications. */
let isWithoutPages: boolean;
let chosen: ChosenTenant;

beforeEach(async () => {
  isWithoutPages = false;
  service = await serveSandbox(({ url = '' }, response) => {
    const isRefused = isWithoutPages && decodeURIComponent(url).includes('page[number]');
    if (isRefused) response.writeHead(400).end(refusal);
    return isRefused;
  });
  chosen = chosenAt(service.address, service.sandbox.key);
});
afterEach(() => service.close());

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
  await ask(service.sandbox, '/api/v1/applications', { method: 'POST', body: JSON.stringify({ data }) });
}

async function find(phone = PHONE) {
  const found = await findApplications(chosen, phone);
  if (!found.ok) throw new Error(found.error);
  return found.value;
}

test('applications of confidential jobs are found, too, with the titles of their jobs', async () => {
  service.sandbox.setJobs({ '4712': { visibility: 'confidential' } });
  await apply('4711');
  await apply('4712');
  await apply('4711', '+447700900124');
  const { applications, warnings } = await find();
  expect(applications.map(({ title, state }) => [title, state]).sort()).toEqual([
    ['Software Engineer, Timetables', 'open'],
    ['Ward Coordinator', 'open'],
  ]);
  expect(warnings).toEqual([]);
});

test('pages beyond the first are followed', async () => {
  for (let count = 0; count < 101; count += 1) await apply('4711');
  const { applications } = await find();
  expect(new Set(applications.map(({ id }) => id)).size).toBe(101);
});

const refusal = JSON.stringify({
  errors: [{ code: 'bad_request', status: '400', title: 'Bad Request', detail: '' }],
});

test('a service without pages of applications shows its first, and that there may be more is said', async () => {
  await apply('4711');
  isWithoutPages = true;
  const { applications, warnings } = await find();
  expect(applications).toHaveLength(1);
  expect(warnings).toEqual([expect.stringContaining('there may be older applications')]);
});
