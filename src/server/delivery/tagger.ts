/** The tag of one tenant, which says at the service that an application's form came through here. */
import type { ApplicationId } from '../../core/model/ids.ts';
import { failure, type Outcome, success } from '../../core/model/outcome.ts';
import type { Client } from '../service/client.ts';
import type { ServiceError } from '../service/service-error.ts';
import type { TagToWrite } from '../service/tag-changes.ts';
import type { GatewayError } from './service-gateway.ts';

export interface Tagger {
  readonly tag: TagToWrite;
  /** Milliseconds after which adding it is given up. */
  readonly limit: number;
  /** One read. `impossible`: the service shows no tags, so the outcome of one cannot be seen. */
  isThere(application: ApplicationId): Promise<Outcome<boolean, GatewayError>>;
  /** One PATCH, never repeated here. */
  add(application: ApplicationId): Promise<Outcome<null, ServiceError>>;
}

export interface TaggerDependencies {
  readonly client: Pick<Client, 'readApplication' | 'updateApplication'>;
  readonly tag: TagToWrite;
  /** Milliseconds, as the client was given them for a write. */
  readonly limit: number;
}

export function createTagger({ client, tag, limit }: TaggerDependencies): Tagger {
  return {
    tag,
    limit,
    async isThere(application) {
      const reply = await client.readApplication(application, { extra_fields: { applications: ['tags'] } });
      if (!reply.ok) return reply;
      const { tags } = reply.value.data.attributes;
      if (tags == null) return failure({ kind: 'impossible' });
      return success(tags.some(({ name, context }) => name === tag.tag && context === tag.context));
    },
    async add(application) {
      const reply = await client.updateApplication(application, { add_tag_with_context: tag });
      return reply.ok ? success(null) : reply;
    },
  };
}
