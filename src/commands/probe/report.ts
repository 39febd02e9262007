/** What the probe found, for a person and for a script. */
import { alignColumns } from '../text-table.ts';
import type { Finding, Settings, Verdict } from './finding.ts';
import type { Chapter } from './judge.ts';

export interface Probed {
  readonly serviceUrl: string;
  readonly tenant: string;
  /** APPLY_CONFIG names the tenants. */
  readonly hasConfig: boolean;
  readonly requests: number;
  readonly chapters: readonly Chapter[];
}

const words: Readonly<Record<Verdict, string>> = {
  seen: 'seen',
  not_seen: 'not seen',
  unknown: 'could not tell',
};

export function reportLines(probed: Probed): readonly string[] {
  const findings = findingsOf(probed);
  const rows = alignColumns(findings.map((one) => [words[one.verdict], one.reading, toSet(one)]));
  const lines = findings.map((one, index) => `${rows[index] ?? ''}\n${detailOf(one)}`);
  let next = 0;
  const blocks = probed.chapters.map(({ title, findings: own }) => {
    next += own.length;
    return [title, ...lines.slice(next - own.length, next), ''].join('\n');
  });
  return [
    `Readings of the service at ${probed.serviceUrl}, tenant ${probed.tenant}, by ${probed.requests} requests that only read.`,
    '',
    ...blocks,
    summaryOf(findings),
    ...settingLines(probed),
  ];
}

const findingsOf = ({ chapters }: Probed): readonly Finding[] => chapters.flatMap(({ findings }) => findings);

/** Under the reading, past the verdict. */
const detailOf = ({ detail }: Finding): string => `${' '.repeat(words.unknown.length + 2)}  ${detail}`;

function toSet({ set, options }: Finding): string {
  const members = Object.entries(set).map(([name, value]) => `set ${name}: "${value}"`);
  if (members.length > 0) return members.join(', ');
  return options.length > 0 ? `nothing to set (${options.join(', ')})` : 'nothing to set';
}

function summaryOf(findings: readonly Finding[]): string {
  const count = (verdict: Verdict) => findings.filter((one) => one.verdict === verdict).length;
  return `${findings.length} readings: ${count('seen')} seen, ${count('not_seen')} not seen, ${count('unknown')} could not be told.`;
}

export const settingsOf = (probed: Probed): Partial<Settings> =>
  Object.assign({}, ...findingsOf(probed).map(({ set }) => set));

function settingLines(probed: Probed): readonly string[] {
  const { dateOrder, ...members } = settingsOf(probed);
  const all = settingsOf(probed);
  if (Object.keys(all).length === 0) return ['Nothing to set.'];
  if (probed.hasConfig) return ['Set this in APPLY_CONFIG:', `  ${writeConfig(probed.tenant, all)}`];
  const variable = dateOrder === undefined ? [] : [`  APPLY_DATE_ORDER=${dateOrder}`];
  const config =
    Object.keys(members).length === 0 ? [] : [`  APPLY_CONFIG='${writeConfig(probed.tenant, members)}'`];
  return ['Set this:', ...variable, ...config];
}

const writeConfig = (tenant: string, members: Partial<Settings>): string =>
  JSON.stringify({ tenants: { [tenant]: members } });

export function reportJson(probed: Probed): string {
  const { serviceUrl, tenant, requests, chapters } = probed;
  const readings = chapters.flatMap(({ title, findings }) =>
    findings.map((one) => ({ chapter: title, ...one, verdict: words[one.verdict] })),
  );
  return JSON.stringify(
    { service: serviceUrl, tenant, requests, readings, set: settingsOf(probed) },
    null,
    2,
  );
}
