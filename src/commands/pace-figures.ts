/**
 * How much of a hidden rate limit is used, how much is refused, how evenly applicants share it, and how honest they
 * are told: in virtual time, over the real pace. `npx tsx src/commands/pace-figures.ts`
 */
import { createLearnedPace } from '../delivery/learned-pace.ts';
import { createVirtualClock } from '../delivery/virtual-clock.ts';
import { print } from '../server/print.ts';
import { seededRandom } from './bench/forms/seeded-random.ts';
import { createFixedWindow, createTokenBucket, type HiddenLimit } from './pace/hidden-limit.ts';
import type { ServiceFate } from './pace/limited-service.ts';
import { type Applicant, simulateApplicants } from './pace/simulate-applicants.ts';
import { simulateOutage } from './pace/simulate-outage.ts';
import { figureOf, makeLearnedPace, simulatePace } from './pace/simulate-pace.ts';

const rates = [0.5, 2, 10, 50];
const limitsOf = (rate: number): readonly HiddenLimit[] => [
  createFixedWindow(rate, true),
  createFixedWindow(rate, false),
  createFixedWindow(rate, true, 10_000),
  createTokenBucket(rate, true),
  createTokenBucket(rate, false),
  createTokenBucket(rate, true, 20),
];

const percent = (part: number) => `${(part * 100).toFixed(1)} %`.padStart(8);

async function printRates(): Promise<void> {
  print('Hidden limit: used and refused in minutes 0 to 5, and from 5 to 20');
  for (const limit of rates.flatMap(limitsOf)) {
    const run = await simulatePace({ limit, minutes: 20, makePace: makeLearnedPace(seededRandom(5)) });
    const [first, settled] = [{ minutes: run.minutes.slice(0, 5) }, run].map((one, index) =>
      figureOf(one, index * 5, limit.rate),
    );
    const cells = [first, settled].flatMap((one) => [one?.goodput ?? 0, one?.refused ?? 0]);
    print([limit.name.padEnd(48), ...cells.map(percent)].join(' '));
  }
}

const everybody = Array.from({ length: 20 }, (): Applicant => ({ at: 0, answers: 12 }));
const withOneLarge = [{ at: 0, answers: 1_000 }, ...everybody.slice(1)];

async function printApplicants(applicants: readonly Applicant[], warm: number): Promise<void> {
  for (const limit of limitsOf(2)) {
    const run = await simulateApplicants(limit, applicants, { random: seededRandom(5), warm });
    const others = run.took.slice(1).map((took) => Math.round(took / 1_000));
    const errors = run.told.map(({ said, was }) => said / was).sort((one, other) => one - other);
    const at = (part: number) => (errors[Math.floor(part * (errors.length - 1))] ?? 0).toFixed(2);
    const even = run.evenness.slice(3).reduce((sum, one) => Math.min(sum, one), 1);
    print(
      `${limit.name.padEnd(48)} least Jain index ${even.toFixed(2)}, done after ${Math.min(...others)} to ${Math.max(...others)} s, told/true ${at(0.05)} ${at(0.5)} ${at(0.95)}`,
    );
  }
}

async function printOutage(fate: ServiceFate): Promise<void> {
  const clock = createVirtualClock();
  const random = seededRandom(5);
  const figures = await simulateOutage({
    limit: createFixedWindow(2, true),
    submissions: 1_000,
    answers: 10,
    outage: 3_600_000,
    fate,
    random,
    clock,
    makePace: (probe) => createLearnedPace({ clock, random, probe }),
  });
  print(`${fate.padEnd(14)} ${JSON.stringify(figures)}`);
}

await printRates();
print('\n20 applicants of 12 answers at 120 a minute; told/true at 5, 50 and 95 percent. Learned:');
await printApplicants(everybody, 600_000);
print('\nNothing learned yet:');
await printApplicants(everybody, 0);
print('\nOne of them with 1,000 answers (times of the others):');
await printApplicants(withOneLarge, 600_000);
print('\nAn hour without the service, 1,000 submissions of 10 answers meanwhile, then 120 a minute:');
for (const fate of ['unreachable', 'timeout', 'server_error'] as const) await printOutage(fate);
