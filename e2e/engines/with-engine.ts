import { test as base } from '../support/with-server.ts';
import type { Engine } from './engine.ts';
import type { FoundEngine } from './find-engines.ts';
import { type Line, startLine } from './line.ts';
import { arrive, type PlaceName, type Visit } from './visit.ts';

/** Every worker starts an engine once, when it is first asked for. */
type Engines = (found: FoundEngine) => Promise<Engine>;
type Arrive = (found: FoundEngine, place: PlaceName) => Promise<Visit>;

export const test = base.extend<{ line: Line; arrive: Arrive }, { engines: Engines }>({
  engines: [
    async ({}, use) => {
      const started = new Map<string, Promise<Engine>>();
      await use((found) => {
        const engine = started.get(found.name) ?? found.start();
        started.set(found.name, engine);
        return engine;
      });
      for (const engine of started.values()) await engine.then(({ stop }) => stop());
    },
    { scope: 'worker' },
  ],
  line: async ({ server }, use) => {
    const line = await startLine(server.origin);
    await use(line);
    await line.stop();
  },
  arrive: async ({ engines, sandbox, host, line }, use, { annotations }) => {
    const visits: Visit[] = [];
    await use(async (found, place) => {
      const engine = await engines(found);
      annotations.push({ type: 'engine', description: engine.name });
      const visit = await arrive({ engine, sandbox, host, line }, place);
      visits.push(visit);
      return visit;
    });
    for (const { tab } of visits) await tab.close();
  },
});
