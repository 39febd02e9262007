/** Every engine in every embedding, restored at every moment, on connections that do not answer. */
import { findEngines } from '../engines/engines.ts';
import { journeys, silentJourneys } from '../engines/journeys.ts';
import { placeNames, test } from '../engines/visit.ts';

// One worker for each engine starts it only once.
test.describe.configure({ mode: 'default' });

for (const place of placeNames)
  for (const { name, run, needsDraft = false } of journeys)
    test(`${place}: ${name}`, async ({ arrive }, { project }) => {
      const engine = findEngines().find((candidate) => candidate.name === project.name);
      const isLost = needsDraft && place === 'iframe' && engine?.storesNothingInFrames === true;
      test.skip(isLost, 'It lets no iframe of another site store anything.');
      await run(await arrive(place));
    });

// This page of ours shortens each wait to a tenth.
for (const { name, run } of silentJourneys)
  test(`script: ${name}`, async ({ arrive }) => void (await run(await arrive('script'))));
