/** Choices with many or long options: a search narrows them, Tab stops once, and the chosen option is readable in full. */
import type { Page } from 'playwright/test';
import { Applicant } from '../support/applicant.ts';
import { expect, test } from '../support/with-server.ts';

interface Asked {
  readonly title: string;
  readonly options: readonly string[];
  readonly several?: boolean;
}

/** Draws a form with one choice and a text after it. */
async function draw(page: Page, origin: string, { title, options, several }: Asked): Promise<Applicant> {
  await page.goto(`${origin}/form`);
  await page.evaluate(
    (document) => {
      const form = Object.assign(globalThis.document.createElement('apply-form'), {
        mode: 'preview',
        document,
      });
      globalThis.document.querySelector('main, body')?.replaceChildren(form);
    },
    {
      data: [
        {
          type: 'questions',
          id: '1',
          attributes: {
            title,
            question_type: 'multiple_choice',
            multiple_choice_options: options,
            max_num_required_answer_options: several ? null : 1,
          },
        },
        { type: 'questions', id: '2', attributes: { title: 'Next', question_type: 'short_text' } },
      ],
    },
  );
  const applicant = new Applicant(page);
  await applicant.reaches('ready');
  return applicant;
}

const skills = Array.from({ length: 1500 }, (_, place) =>
  place === 700 ? 'Écriture technique' : `Skill number ${place}`,
);

test('1,500 options scroll in their own list, take one Tab stop, and narrow as the applicant types', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const applicant = await draw(page, server.origin, { title: 'Skills', options: skills, several: true });
  const question = applicant.question('1');
  expect((await question.boundingBox())?.height).toBeLessThan(740);
  const search = question.getByRole('searchbox', { name: 'Search the options' });
  await search.focus();
  await page.keyboard.press('Tab');
  await expect(question.getByRole('checkbox').first()).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await expect(applicant.question('2').locator('input')).toBeFocused();
  await search.focus();
  await page.keyboard.type('ecriture');
  await expect(question.getByRole('checkbox')).toHaveCount(1);
  await expect(page.getByRole('status')).toContainText('1 of 1,500 shown, 1 chosen');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Space');
  await expect(question).toContainText('Chosen: Skill number 0, Écriture technique');
  const outgoing = await applicant.state().evaluate((element) => {
    // biome-ignore lint/suspicious/noExplicitAny: only tests read this.
    return (element as any).session.form.outgoing.peek();
  });
  expect(JSON.stringify(outgoing)).toContain('["Skill number 0","Écriture technique"]');
  expect(JSON.stringify(outgoing)).not.toContain('"ecriture"');
});

const sentence = 'I am a citizen of another country and may work here as long as my permit lasts, '.repeat(2);
const lists = {
  'long sentences': Array.from({ length: 9 }, (_, index) => `${sentence} (rule ${index})`),
  'medium titles': Array.from({ length: 12 }, (_, index) => `Department of engineering number ${index}`),
  'Japanese titles': Array.from({ length: 9 }, (_, index) => `東京都千代田区霞が関一丁目三番${index}号`),
};

for (const [name, options] of Object.entries(lists))
  test(`the chosen option of ${name} is readable in full`, async ({ page, server }) => {
    const applicant = await draw(page, server.origin, { title: 'Choose', options });
    const question = applicant.question('1');
    await applicant.answer('1', [options[8]?.trim() ?? '']);
    for (const [width, size] of [
      [1280, '16px'],
      [320, '32px'],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await applicant
        .state()
        .evaluate((form, font) => form.style.setProperty('--apply-font-size', font), size);
      const isInFull = await question.evaluate((block) => {
        const select = block.querySelector('select');
        const text = select ? select.selectedOptions[0]?.text : '';
        const place = select ? block.querySelector('.af-whole') : block.querySelector('[data-checked]');
        if (!place || place.scrollWidth > place.clientWidth + 1) return false;
        const pen = document.createElement('canvas').getContext('2d');
        if (!select || !pen || !text) return place.clientHeight + 3 > place.scrollHeight;
        const looks = getComputedStyle(select);
        pen.font = looks.font;
        const room =
          select.clientWidth - Number.parseFloat(looks.paddingLeft) - Number.parseFloat(looks.paddingRight);
        const isRead = place.clientHeight > 0 && place.clientHeight + 3 > place.scrollHeight;
        return pen.measureText(text).width <= room || isRead;
      });
      expect([width, size, isInFull]).toEqual([width, size, true]);
    }
  });
