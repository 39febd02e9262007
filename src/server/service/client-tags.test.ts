import { beforeEach, describe, expect, test } from 'vitest';
import { type ApplicationId, applicationId, type JobSeekerId, jobSeekerId } from '../../core/model/ids.ts';
import { REJECTION, type TagChanges, type TagToWrite, tagContext } from './changes.ts';
import { useClientScene } from './client.support.ts';

const scene = useClientScene();
let application: ApplicationId;
let jobSeeker: JobSeekerId;

beforeEach(async () => {
  application = applicationId(scene().sandbox.applyTo('engineer'));
  const reply = await scene().client.readApplication(application, { include: ['candidate.job_seekers'] });
  const found = reply.ok ? reply.value.included.find(({ type }) => type === 'job_seekers') : undefined;
  jobSeeker = jobSeekerId(found?.id ?? '');
});

const portal: TagToWrite = { tag: 'Careers site', context: tagContext('Portal Source') };
const pool: TagToWrite = { tag: 'Keep in touch', context: tagContext('Talent Pool') };
const filled: TagToWrite = { tag: 'Position filled', context: REJECTION };
const readAs = ({ tag, context }: TagToWrite) => ({ name: tag, context });
const invalid = (member: string) => ({ ok: false, error: { kind: 'invalid', members: [member] } });

/** Removes the types, as in a language without them. */
const untyped = (changes: object): TagChanges => JSON.parse(JSON.stringify(changes));

const tagsOf = (reply: { ok: boolean; value?: { data: { attributes: object } } | null }): unknown =>
  reply.ok ? Reflect.get(reply.value?.data.attributes ?? {}, 'tags') : reply;

/** How to change and read the tags of both kinds of record. */
const records = [
  {
    name: 'an application',
    rows: 'tags',
    change: (changes: TagChanges) => scene().client.updateApplication(application, changes),
    read: async () =>
      tagsOf(await scene().client.readApplication(application, { extra_fields: { applications: ['tags'] } })),
  },
  {
    name: 'a job seeker',
    rows: 'job_seekers',
    change: (changes: TagChanges) => scene().client.updateJobSeeker(jobSeeker, changes),
    read: async () =>
      tagsOf(
        await scene().client.updateJobSeeker(jobSeeker, {}, { extra_fields: { job_seekers: ['tags'] } }),
      ),
  },
] as const;

describe.each(records)('$name', ({ rows, change, read }) => {
  const row = (ofTags: string, ofJobSeekers: string) =>
    rows === 'tags' ? `tags.${ofTags}` : `job_seekers.${ofJobSeekers}`;

  test(`${row('add_one', 'add_tag_with_context')} adds one tag, ${row('same_twice', 'add_tag_with_context')} once`, async () => {
    const same = { add_tag_with_context: portal, remove_tag_with_context: pool };
    for (let times = 0; times < 2; times += 1) expect(await change(same)).toMatchObject({ ok: true });
    expect(await read()).toEqual([readAs(portal)]);
  });

  test(`${row('add_several', 'add_tags_with_context')} adds several, ${row('remove_one', 'remove_tag_with_context')} removes one and ${row('remove_several', 'remove_tags_with_context')} several`, async () => {
    await change({ add_tag_with_context: portal });
    expect(await change({ add_tags_with_context: [pool, filled] })).toMatchObject({ ok: true });
    expect(await read()).toEqual([portal, pool, filled].map(readAs));
    await change({ remove_tag_with_context: pool });
    expect(await read()).toEqual([portal, filled].map(readAs));
    await change({ remove_tags_with_context: [portal, filled] });
    expect(await read()).toEqual([]);
  });

  test(`${row('rule.system_write', 'add_tag_with_context')}: a system tag is refused together with the rest of its change`, async () => {
    const changes = untyped({
      add_tags_with_context: [portal, { tag: 'internal', context: null }],
    });
    expect(await change(changes)).toMatchObject(invalid('add_tags_with_context'));
    expect(await read()).toEqual([]);
  });
});

test('tags.rule.custom_context: a category is lower case with underscores; tags.rule.rejection has no prefix', () => {
  expect(REJECTION).toBe('rejection');
  const names = ['Portal Source', '  Two  Spaces ', 'ÄÖÜ 2026/27', 'Rejection'];
  expect(names.map(tagContext)).toEqual([
    'custom_portal_source',
    'custom___two__spaces_',
    'custom_äöü_2026/27',
    'custom_rejection',
  ]);
});

test('tags.rule.read_back: tags are returned only on request, even in the reply to a change', async () => {
  const silent = await scene().client.updateApplication(application, { add_tag_with_context: portal });
  expect(tagsOf(silent)).toBeUndefined();
  expect(tagsOf(await scene().client.readApplication(application))).toBeUndefined();
  const withTags = await scene().client.updateApplication(
    application,
    { add_tag_with_context: pool },
    { extra_fields: { applications: ['tags'] } },
  );
  expect(tagsOf(withTags)).toEqual([portal, pool].map(readAs));
});

test('update_job_seeker.patch changes only tags', async () => {
  await scene().client.updateJobSeeker(jobSeeker, { add_tag_with_context: portal });
  const [method, path] = [scene().sent.at(-1)?.method, new URL(scene().sent.at(-1)?.url ?? '').pathname];
  expect([method, path]).toEqual(['PATCH', `/api/v1/job_seekers/${jobSeeker}`]);
  expect(await scene().client.updateJobSeeker(jobSeeker, untyped({ first_name: 'x' }))).toEqual({
    ok: false,
    error: { kind: 'bad_request' },
  });
});

test('update_job_seeker.unknown: an unknown job seeker is not_found', async () => {
  const reply = await scene().client.updateJobSeeker(jobSeekerId('1'), { add_tag_with_context: portal });
  expect(reply).toEqual({ ok: false, error: { kind: 'not_found' } });
});
