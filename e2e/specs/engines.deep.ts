/** Every engine in every place, coming back at every moment, on lines that say nothing. */
import { comingBack, silence } from '../engines/coming-back.ts';
import { findAllEngines } from '../engines/find-engines.ts';
import { type Journey, journeys } from '../engines/journeys.ts';
import { placeNames } from '../engines/visit.ts';
import { test } from '../engines/with-engine.ts';

for (const found of findAllEngines()) {
  test.describe(found.name, () => {
    // In one worker, which starts the engine once.
    test.describe.configure({ mode: 'default' });
    for (const place of placeNames) {
      const isPossible = ({ isKept }: Journey) =>
        !(isKept && place === 'iframe' && found.storesNothingInFrames);
      for (const { name, run } of [...journeys, ...comingBack].filter(isPossible)) {
        test(`${place}: ${name}`, async ({ arrive }) => run(await arrive(found, place)));
      }
    }
    // A page of our own, where a wait of seconds is a tenth of it.
    for (const { name, run } of silence) {
      test(`script: ${name}`, async ({ arrive }) => run(await arrive(found, 'script')));
    }
  });
}
