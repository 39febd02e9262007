/** Tags of one process's tenant at the simulated service, with the same faults on the way as every other request. */
import { failure, success } from '../../src/core/model/failure.ts';
import type { Tagger } from '../../src/server/ledger/serve.ts';
import type { TagToWrite } from '../../src/server/service/changes.ts';
import * as faults from './faults-of-a-schedule.ts';
import { never } from './faulty-store.ts';
import type { Host } from './host.ts';
import type { Network } from './network.ts';
import type { SimulatedService } from './simulated-service.ts';

interface TaggerDependencies {
  readonly host: Host;
  readonly network: Network;
  readonly service: SimulatedService;
}

/** Milliseconds. */
const LIMIT = 15_000;

export const ownTag: TagToWrite = { tag: 'ours', context: 'custom_source' };
export const consentTag = (id: string): TagToWrite => ({ tag: id, context: 'custom_consent' });

export function createSimulatedTagger({ host, network, service }: TaggerDependencies): Tagger {
  const ask = async <Value>(request: () => Promise<Value>): Promise<Value> => {
    if (host.mayEnd(faults.process.crash)) return never();
    const reply = request();
    if (host.mayEnd(faults.process.crash)) return never();
    return host.receive(reply);
  };
  return {
    tag: ownTag,
    ofConsent: (_job, id) => consentTag(id),
    add: (application, tags) =>
      ask(() =>
        network.post(LIMIT, () => {
          if (tags.some(({ tag }) => tag === service.habits.refusedTag))
            return failure({ kind: 'invalid', pointers: [], members: [] });
          service.addTags(
            application,
            tags.map(({ tag }) => tag),
          );
          return success(null);
        }),
      ),
  };
}
