/** The report of the probe: one table, for a person and for a script. */
import type { Seen } from './looks.ts';
import type { Reading } from './readings.ts';
import type { Sample, Settings } from './sample.ts';

const verdicts = ['seen', 'not seen', 'could not tell'] as const;

interface Finding {
  readonly reading: string;
  readonly verdict: (typeof verdicts)[number];
  /** What follows, or how it can be told. */
  readonly detail: string;
  readonly option: string | null;
  /** What has to be set and is not. */
  readonly set: Partial<Settings>;
}

export interface Probed {
  readonly service: string;
  readonly tenant: string;
  readonly requests: number;
  /** What the readings rest on. */
  readonly rests_on: Pick<Sample, 'application' | 'job'>;
  readonly readings: readonly Finding[];
}

export function toFinding({ reading, not = '', how = '', ...more }: Reading, found: Seen): Finding {
  const option = more.option ?? null;
  const { seen, set } = typeof found === 'object' && found !== null ? found : { seen: found, set: {} };
  if (seen === null) return { reading, verdict: 'could not tell', detail: how, option, set };
  return { reading, verdict: seen ? 'seen' : 'not seen', detail: seen ? '' : not, option, set };
}

const WIDTH = 'could not tell  '.length;

export function reportLines(probed: Probed, hasConfig: boolean): readonly string[] {
  const { service, tenant, requests, rests_on: rest, readings } = probed;
  const counts = verdicts.map(
    (verdict) => `${readings.filter((one) => one.verdict === verdict).length} ${verdict}`,
  );
  return [
    `Readings of the service at ${service}, tenant ${tenant}, by ${requests} requests that only read.`,
    `They rest on application ${rest.application ?? '(none)'} and job ${rest.job ?? '(none)'}; others by --application ID and --job ID.`,
    '',
    ...readings.flatMap((one) => [`${one.verdict.padEnd(WIDTH)}${one.reading}`, ...below(one)]),
    '',
    `${readings.length} readings: ${counts.join(', ')}.`,
    ...settingLines(probed, hasConfig),
  ];
}

function below({ detail, option, set }: Finding): readonly string[] {
  const members = Object.entries(set).map(([name, value]) => `Set ${name}: "${value}".`);
  const choice = option === null || detail === '' || members.length > 0 ? [] : [`Option: ${option}.`];
  const sentence = [...members, ...(members.length > 0 || detail === '' ? [] : [detail]), ...choice].join(
    ' ',
  );
  return sentence === '' ? [] : [`${' '.repeat(WIDTH + 2)}${sentence}`];
}

const settingsOf = ({ readings }: Probed): Partial<Settings> =>
  Object.assign({}, ...readings.map(({ set }) => set));

function settingLines(probed: Probed, hasConfig: boolean): readonly string[] {
  const all = settingsOf(probed);
  const { dateOrder, ...members } = all;
  const write = (of: Partial<Settings>) => JSON.stringify({ tenants: { [probed.tenant]: of } });
  if (Object.keys(all).length === 0) return ['Nothing to set.'];
  if (hasConfig) return ['Set this in APPLY_CONFIG, with what is there:', `  ${write(all)}`];
  const variable = dateOrder === undefined ? [] : [`  APPLY_DATE_ORDER=${dateOrder}`];
  return [
    'Set this:',
    ...variable,
    ...(Object.keys(members).length === 0 ? [] : [`  APPLY_CONFIG='${write(members)}'`]),
  ];
}

export const reportJson = (probed: Probed): string =>
  JSON.stringify({ ...probed, set: settingsOf(probed) }, null, 2);
