/** The first steps of an applicant in every engine that is here; `engines.deep.ts` goes everywhere. */
import { findEngines } from '../engines/find-engines.ts';
import { journeys } from '../engines/journeys.ts';
import { placeNames } from '../engines/visit.ts';
import { test } from '../engines/with-engine.ts';

for (const found of findEngines()) {
  test.describe(found.name, () => {
    // In one worker, which starts the engine once.
    test.describe.configure({ mode: 'default' });
    for (const place of placeNames) {
      for (const { name, run } of journeys) {
        test(`${place}: ${name}`, async ({ arrive }) => run(await arrive(found, place)));
      }
    }
  });
}
