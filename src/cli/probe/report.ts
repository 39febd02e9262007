/** The report of the probe, for a person and for a script. */
import type { Chapter } from './judge.ts';
import type { Finding, Settings, Verdict } from './reading.ts';
import { counted } from './replies.ts';

export interface Probed {
  readonly serviceUrl: string;
  readonly tenant: string;
  /** APPLY_CONFIG names the tenants. */
  readonly hasConfig: boolean;
  readonly requests: number;
  readonly rest: Rest;
  readonly chapters: readonly Chapter[];
}

/** What the readings rest on. */
export interface Rest {
  readonly application: string | null;
  readonly job: string | null;
  /** Of the form of the job; 0 where no filter brings them. */
  readonly questionsOfJob: number;
  /** All that were read. */
  readonly questions: number;
}

const words: Readonly<Record<Verdict, string>> = {
  seen: 'seen',
  not_seen: 'not seen',
  unknown: 'could not tell',
};

export function reportLines(probed: Probed): readonly string[] {
  const blocks = probed.chapters.flatMap(({ title, findings }) => [title, ...findings.flatMap(linesOf), '']);
  return [
    `Readings of the service at ${probed.serviceUrl}, tenant ${probed.tenant}, by ${probed.requests} requests that only read.`,
    ...restLines(probed.rest),
    '',
    ...blocks,
    summaryOf(findingsOf(probed)),
    ...settingLines(probed),
  ];
}

function restLines({ application, job, questionsOfJob, questions }: Rest): readonly string[] {
  const ofJob = job === null ? 'no job is known' : `${questionsOfJob} of them of job ${job}`;
  return [
    `They rest on ${application === null ? 'no application' : `application ${application}`} and on ${counted(questions, 'question')}: ${ofJob}.`,
    'Name others by --application ID and --job ID: the more questions a job has, the more can be told.',
  ];
}

const findingsOf = ({ chapters }: Probed): readonly Finding[] => chapters.flatMap(({ findings }) => findings);

const VERDICT_WIDTH = words.unknown.length + 2;

/** The verdict and the reading; under the reading what was seen, and what it means for the configuration. */
function linesOf(finding: Finding): readonly string[] {
  const below = [...wrapped(finding.detail), ...toSet(finding)];
  const indent = ' '.repeat(VERDICT_WIDTH + 2);
  const heading = `${words[finding.verdict].padEnd(VERDICT_WIDTH)}${finding.reading}`;
  return [heading, ...below.map((line) => indent + line)];
}

/** Characters: with its indent, what most terminals show in one line. */
const MOST_CHARACTERS = 82;

function wrapped(text: string): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`;
    if (lines.length > 0 && longer.length <= MOST_CHARACTERS) lines.splice(-1, 1, longer);
    else lines.push(word);
  }
  return lines;
}

function toSet({ set, options }: Finding): readonly string[] {
  const members = Object.entries(set).map(([name, value]) => `set ${name}: "${value}"`);
  if (members.length > 0) return members;
  return options.length > 0 ? [`option: ${options.join(', ')}`] : [];
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
  if (probed.hasConfig)
    return ['Set this in APPLY_CONFIG, beside what stands there:', `  ${writeConfig(probed.tenant, all)}`];
  const variable = dateOrder === undefined ? [] : [`  APPLY_DATE_ORDER=${dateOrder}`];
  const config =
    Object.keys(members).length === 0 ? [] : [`  APPLY_CONFIG='${writeConfig(probed.tenant, members)}'`];
  return ['Set this:', ...variable, ...config];
}

const writeConfig = (tenant: string, members: Partial<Settings>): string =>
  JSON.stringify({ tenants: { [tenant]: members } });

export function reportJson(probed: Probed): string {
  const { serviceUrl, tenant, requests, rest, chapters } = probed;
  const readings = chapters.flatMap(({ title, findings }) =>
    findings.map((one) => ({ chapter: title, ...one, verdict: words[one.verdict] })),
  );
  return JSON.stringify(
    { service: serviceUrl, tenant, requests, rests_on: toJson(rest), readings, set: settingsOf(probed) },
    null,
    2,
  );
}

const toJson = ({ application, job, questionsOfJob, questions }: Rest) => ({
  application,
  job,
  questions_of_job: questionsOfJob,
  questions,
});
