/** Every engine in every place, coming back at every moment, on lines that say nothing. */
import { findEngines } from '../engines/engines.ts';
import { journeys, silentJourneys } from '../engines/journeys.ts';
import { placeNames, test } from '../engines/visit.ts';

// In one worker for each engine, which starts it once.
test.describe.configure({ mode: 'default' });

for (const place of placeNames)
  for (const { name, run, isKept = false } of journeys)
    test(`${place}: ${name}`, async ({ arrive }, { project }) => {
      const engine = findEngines().find((one) => one.name === project.name);
      const isLost = isKept && place === 'iframe' && engine?.storesNothingInFrames === true;
      test.skip(isLost, 'It lets no iframe of another site store anything.');
      await run(await arrive(place));
    });

// A page of our own, where a wait of seconds is a tenth of it.
for (const { name, run } of silentJourneys)
  test(`script: ${name}`, async ({ arrive }) => void (await run(await arrive('script'))));
