/** What an application says of its applicant: read and written under the names of the service's document. */
import * as z from 'zod';
import { type DetailChanges, type HeldTexts, textDetailNames } from '../../core/model/details.ts';
import type { ApplicationId } from '../../core/model/ids.ts';
import { success } from '../../core/model/outcome.ts';
import type { Get, Write } from './connect-service.ts';
import { resourcePath } from './resource-path.ts';
import { id, text } from './resources/members.ts';
import { parseReply, parseUpdate, type Reply } from './service-reply.ts';

const names = [...textDetailNames, 'phone_iso2'] as const;

const shown = z.object({
  data: z.object({ attributes: z.object(Object.fromEntries(names.map((name) => [name, text]))) }),
});

const stored = z.object({ data: z.object({ type: z.literal('applications'), id }) });

/** Without those that the service does not show; `''`: it has none. */
export async function readDetails(get: Get, application: ApplicationId): Reply<HeldTexts> {
  const reply = parseReply(await get({ path: resourcePath('applications', application) }), shown);
  if (!reply.ok) return reply;
  const { attributes } = reply.value.data;
  return success(
    Object.fromEntries(
      names.flatMap((name) => (attributes[name] === undefined ? [] : [[name, attributes[name] ?? '']])),
    ),
  );
}

/** One PATCH with these attributes and nothing else. */
export async function changeDetails(
  write: Write,
  application: ApplicationId,
  { changed }: Pick<DetailChanges, 'changed'>,
): Reply<null> {
  const body = JSON.stringify({ data: { type: 'applications', id: application, attributes: changed } });
  const request = { path: resourcePath('applications', application), method: 'PATCH', body } as const;
  const reply = parseUpdate(await write(request, body.length), stored);
  return reply.ok ? success(null) : reply;
}
