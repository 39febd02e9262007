/** Two versions of the script on one page, each for a job of its own: the one that comes first defines the element of both. */
import type { Page } from 'playwright/test';
import packageFile from '../../package.json' with { type: 'json' };
import type { HostServer } from './host-server.ts';

/** The first question of each job. */
const firstQuestion = { '4711': '101', '4715': '7001' } as const;
type Scripts = readonly [string, string];
type Job = keyof typeof firstQuestion;

const jobs: readonly [Job, Job] = ['4711', '4715'];

const present = ['apply-form.js', `${packageFile.version}/apply-form.js`] as const;

interface Seen {
  readonly job: string | null;
  readonly questions: readonly string[];
}

const pageWith = (tags: readonly string[]) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Jobs</title><link rel="icon" href="data:,"></head>
<body>${tags.map((tag) => `<section>${tag}</section>`).join('')}</body></html>`;

/** Orders of scripts and jobs, script tags and elements, in turns. */
function tagsOf(origin: string, load: number, scripts: Scripts): readonly string[] {
  const order = load % 2 === 0 ? jobs : [jobs[1], jobs[0]];
  const [first, second] = load % 4 < 2 ? scripts : [scripts[1], scripts[0]];
  if (load % 8 < 4)
    return [
      `<script src="${origin}/${first}" async data-apply-job="${order[0]}"></script>`,
      `<script src="${origin}/${second}" async data-apply-job="${order[1]}"></script>`,
    ];
  return [
    `<script src="${origin}/${first}" async></script><apply-form job="${order[0]}"></apply-form>`,
    `<script src="${origin}/${second}" async></script><apply-form job="${order[1]}"></apply-form>`,
  ];
}

const look = (page: Page): Promise<Seen[]> =>
  page.locator('apply-form').evaluateAll((forms) =>
    forms.map((form) => ({
      job: form.getAttribute('job'),
      questions: [...(form.shadowRoot?.querySelectorAll('[data-question-id]') ?? [])].map(
        (block) => block.getAttribute('data-question-id') ?? '',
      ),
    })),
  );

interface Loads {
  readonly host: HostServer;
  readonly origin: string;
  readonly loads: number;
  /** Paths; two copies of this build by default. */
  readonly scripts?: Scripts;
}

/** How many of so many loads showed a form that is not that of its job. */
export async function countMixedUp(
  page: Page,
  { host, origin, loads, scripts = present }: Loads,
): Promise<number> {
  let mixedUp = 0;
  for (let load = 0; load < loads; load += 1) {
    await page.goto(host.show(pageWith(tagsOf(origin, load, scripts))));
    await page.waitForFunction(() => document.querySelectorAll('[data-state=ready]').length === 2);
    const seen = await look(page);
    const isRight = jobs.every((job) => {
      const form = seen.find((one) => one.job === job);
      const [own, other] = [firstQuestion[job], firstQuestion[job === '4711' ? '4715' : '4711']];
      return form?.questions.includes(own) === true && !form.questions.includes(other);
    });
    if (!isRight) mixedUp += 1;
  }
  return mixedUp;
}
