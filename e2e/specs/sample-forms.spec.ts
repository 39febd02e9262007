import { meet } from '../support/applicant.ts';
import { journeys } from '../support/journeys.ts';
import { deepUnless, expect, test } from '../support/with-server.ts';

for (const journey of journeys)
  test(`the form ${journey.form} shows exactly the right questions after each answer, and sends exactly those`, {
    tag: '@deep',
  }, async ({ page, server, sandbox }) => {
    const { application, token } = await sandbox.apply(journey.form);
    const language = journey.language === undefined ? '' : `&lang=${journey.language}`;
    const applicant = await meet(page, `${server.origin}/form#token=${token}${language}`);
    const shows = (questions: string, message: string) =>
      expect.poll(async () => (await applicant.visible()).join(' '), { message }).toBe(questions);
    await shows(journey.start, 'at the start');
    for (const step of journey.steps) {
      await applicant.answer(step.answer, step.with);
      await shows(step.visible, `after ${step.answer} = ${JSON.stringify(step.with)}`);
    }
    await applicant.consent();
    await applicant.send();
    await applicant.reaches('complete');
    expect((await sandbox.posts(application)).join(' ')).toBe(journey.posts);
    const held = await sandbox.storedAnswers(application);
    for (const [question, value] of Object.entries(journey.held))
      expect(held.get(question), `answer to ${question}`).toEqual(value);
  });

for (const language of ['en', 'de']) {
  test(
    `markup in titles, help and options stays text: nothing runs or loads (${language})`,
    deepUnless(language === 'en'),
    async ({ page, server, sandbox }) => {
      const { token } = await sandbox.apply('hostile');
      const foreign: string[] = [];
      page.on('request', (request) => {
        if (!request.url().startsWith(server.origin)) foreign.push(request.url());
      });
      const applicant = await meet(page, `${server.origin}/form#token=${token}&lang=${language}`);
      await expect(applicant.question('5602')).toContainText('<img src=x onerror=');
      // The German list attacks in its own texts.
      await expect(applicant.question('5001')).toContainText(
        language === 'de' ? 'Ja-Nein-Frage <script>' : 'yes or no',
      );
      const odd = page.locator(
        '[data-question-id] :is(img, script, iframe, style, math, table, [onclick], [style])',
      );
      await expect(odd).toHaveCount(0);
      const links = await applicant
        .question('5602')
        .locator('a')
        .evaluateAll((found) => found.map((link) => link.getAttribute('href')));
      expect(links).toEqual(['https://example.com/safe']);
      expect(await page.evaluate('globalThis.applyFormHacked')).toBeUndefined();
      expect(foreign).toEqual([]);
    },
  );
}
