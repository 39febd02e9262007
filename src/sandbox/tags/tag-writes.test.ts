import { describe, expect, test } from 'vitest';
import { ask, ids, list, type Reply } from '../client.support.ts';
import { createSandbox, type Sandbox } from '../create-sandbox.ts';
import { at } from '../json.ts';

const source = (tag: string) => ({ tag, context: 'custom_portal_source' });
const shown = (name: string, context: string | null = 'custom_portal_source') => ({ context, name });

async function jobSeekerOf(sandbox: Sandbox, application: string): Promise<string> {
  const path = `/api/v1/applications/${application}?include=candidate.job_seekers`;
  const included = list(at((await ask(sandbox, path)).body, 'included'));
  return ids(included.filter((resource) => at(resource, 'type') === 'job_seekers'))[0] ?? '';
}

interface Tagged {
  readonly sandbox: Sandbox;
  readonly change: (attributes: object, method?: string) => Promise<Reply>;
  readonly tags: () => Promise<unknown>;
}

async function tagged(type: 'applications' | 'job_seekers', sandbox = createSandbox()): Promise<Tagged> {
  const application = sandbox.applyTo('engineer');
  const id = type === 'applications' ? application : await jobSeekerOf(sandbox, application);
  const path = `/api/v1/${type}/${id}`;
  return {
    sandbox,
    change: (attributes, method = 'PATCH') =>
      ask(sandbox, path, { method, body: JSON.stringify({ data: { type, id, attributes } }) }),
    tags: async () =>
      at((await ask(sandbox, `${path}?extra_fields[${type}]=tags`)).body, 'data', 'attributes', 'tags'),
  };
}

const types = ['applications', 'job_seekers'] as const;

describe.each(types)('tags of %s', (type) => {
  test.each<readonly [string, object]>([
    ['tags.rule.system_write: a system tag', { add_tag_with_context: { tag: 'duplicate', context: null } }],
    [
      'tags.rule.custom_context: an unknown context',
      { add_tag_with_context: { tag: 'A', context: 'custom_no' } },
    ],
    [
      'tags.shape: a wrong tag among correct ones',
      { add_tags_with_context: [source('B'), { tag: 'C' }], remove_tag_with_context: source('A') },
    ],
  ])('%s is refused, and nothing changes', async (_, attributes) => {
    const { change, tags, sandbox } = await tagged(type);
    await change({ add_tag_with_context: source('A') });
    const known = (await ask(sandbox, '/_control/tags')).body;
    expect((await change(attributes)).status).toBe(422);
    expect([await tags(), (await ask(sandbox, '/_control/tags')).body]).toEqual([[shown('A')], known]);
  });
});

describe('a job seeker', () => {
  test.each([
    ['first_name', 'x'],
    ['created_at', null],
    ['tags', []],
  ])('update_job_seeker.unknown: %s is refused', async (name, value) => {
    const { change, tags } = await tagged('job_seekers');
    expect((await change({ [name]: value, add_tag_with_context: source('A') })).status).toBe(400);
    expect(await tags()).toEqual([]);
  });

  test('candidates.extra.tags: a job seeker shares its tags with its candidate, not with its application', async () => {
    const sandbox = createSandbox();
    const application = sandbox.applyTo('engineer');
    const id = await jobSeekerOf(sandbox, application);
    const attributes = { add_tag_with_context: source('A') };
    const body = JSON.stringify({ data: { type: 'job_seekers', id, attributes } });
    await ask(sandbox, `/api/v1/job_seekers/${id}`, { method: 'PATCH', body });
    const extra = 'extra_fields[applications]=tags&extra_fields[candidates]=tags';
    const read = await ask(sandbox, `/api/v1/applications/${application}?include=candidate&${extra}`);
    expect(at(read.body, 'data', 'attributes', 'tags')).toEqual([]);
    expect(at(list(at(read.body, 'included'))[0], 'attributes', 'tags')).toEqual([shown('A')]);
  });
});

describe('tags of the user interface', () => {
  const control = (sandbox: Sandbox, body: unknown) =>
    ask(sandbox, '/_control/tags', { method: 'POST', body: JSON.stringify(body) });
  test('tags.rule.custom_context: a tag can be written to a category created in the user interface', async () => {
    const { sandbox, change, tags } = await tagged('applications');
    const tag = { tag: 'X', context: 'custom_new_category' };
    expect((await change({ add_tag_with_context: tag })).status).toBe(422);
    expect((await control(sandbox, { name: 'Any', category: 'New Category' })).status).toBe(201);
    expect((await change({ add_tag_with_context: tag })).status).toBe(200);
    expect(await tags()).toEqual([shown('X', 'custom_new_category')]);
  });

  test.each([
    [],
    {},
    { name: 'A' },
    { name: ' ', category: 'B' },
    { name: 'A', category: 'B', context: 'rejection' },
    { name: 'A', context: 'custom_b' },
    { name: 'A', category: 'B', id: 1 },
  ])('the control refuses %j', async (body) => {
    const sandbox = createSandbox();
    expect((await control(sandbox, body)).status).toBe(400);
  });
});
