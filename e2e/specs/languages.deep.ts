import { languages } from '../../src/locale/languages.ts';
import { walkIn } from '../support/journey-in-language.ts';
import { journeys } from '../support/journeys.ts';
import { test } from '../support/with-server.ts';

test(`${journeys.length} sample forms in ${languages.length} languages`, () => {
  console.log(`languages: ${journeys.length} sample forms × ${languages.length} languages`);
});

for (const journey of journeys) {
  for (const language of languages) {
    test(`the form ${journey.form} shows the same questions and sends the same answers in ${language}`, async ({
      page,
      server,
      sandbox,
    }) => {
      await walkIn(language, journey, { page, server, sandbox });
    });
  }
}
