/** Tags of one tenant's applications: the one that says that a form came through here, and those of consents. */

import { failure, type Outcome, success } from '../../core/model/failure.ts';
import type { ApplicationId } from '../../core/model/ids.ts';
import type { TagToWrite } from '../service/changes.ts';
import type { Client } from '../service/client.ts';
import type { ServiceError } from '../service/service-error.ts';
import type { GatewayError } from './service-gateway.ts';

type Tags = readonly TagToWrite[];

export interface Tagger {
  /** Of every complete submission; null: the tenant has none. */
  readonly tag: TagToWrite | null;
  /** Milliseconds after which adding is given up. */
  readonly limit: number;
  /** Those that the application does not have. One read. `impossible`: the service shows no tags, so nothing can be seen. */
  findMissing(application: ApplicationId, tags: Tags): Promise<Outcome<Tags, GatewayError>>;
  /** One PATCH for all of them, never repeated here. */
  add(application: ApplicationId, tags: Tags): Promise<Outcome<null, ServiceError>>;
}

export interface TaggerDependencies {
  readonly client: Pick<Client, 'readApplication' | 'updateApplication'>;
  readonly tag: TagToWrite | null;
  /** Milliseconds, as the client was given them for a write. */
  readonly limit: number;
}

export function createTagger({ client, tag, limit }: TaggerDependencies): Tagger {
  return {
    tag,
    limit,
    async findMissing(application, wanted) {
      const reply = await client.readApplication(application, { extra_fields: { applications: ['tags'] } });
      if (!reply.ok) return reply;
      const { tags } = reply.value.data.attributes;
      if (tags == null) return failure({ kind: 'impossible' });
      const isThere = (one: TagToWrite) =>
        tags.some(({ name, context }) => name === one.tag && context === one.context);
      return success(wanted.filter((one) => !isThere(one)));
    },
    async add(application, tags) {
      const [first, ...others] = tags;
      if (first === undefined) return success(null);
      const change = others.length === 0 ? { add_tag_with_context: first } : { add_tags_with_context: tags };
      const reply = await client.updateApplication(application, change);
      return reply.ok ? success(null) : reply;
    },
  };
}
