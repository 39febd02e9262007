/** Loads the page, finds our tags on it, and asks the servers that it names. All I/O is done here. */
import type { Page } from 'playwright';
import { addressOf } from '../../browser/diagnosis/server-address.ts';
import { type Outcome, success } from '../../core/model/outcome.ts';
import { originOf, withoutLink } from './addresses.ts';
import {
  askEndpoint,
  askFile,
  askForm,
  askFrame,
  type Dependencies,
  type WantedForm,
} from './ask-servers.ts';
import {
  type FormFact,
  type FrameFact,
  isStanding,
  type LiveForm,
  type PageFacts,
  type PolicyFact,
  type Probe,
  type ScriptFact,
} from './facts.ts';
import { type FoundElement, type FoundPage, findOnPage } from './find-on-page.ts';
import { browsePage, fetchPage, type LoadedPage } from './load-page.ts';
import type { DoctorCommand } from './options.ts';
import { readFrameAddress, readScriptAddress } from './own-tags.ts';
import { splitPolicies } from './security-policy.ts';
import { settingsOf } from './settings-of.ts';

export interface Examiner extends Dependencies {
  /** Opens a new browser; null: there is none. */
  readonly openPage: (() => Promise<Page>) | null;
  /** Reports the current step. */
  readonly tell: (step: string) => void;
}

export async function collectFacts(
  examiner: Examiner,
  { url, waitSeconds }: Pick<DoctorCommand, 'url' | 'waitSeconds'>,
): Promise<Outcome<PageFacts, string>> {
  examiner.tell('Loading the page …');
  const loaded = await load(examiner, url, waitSeconds);
  if (!loaded.ok) return loaded;
  examiner.tell('Asking the forms server …');
  return success(await ask(examiner, loaded.value));
}

async function load(examiner: Examiner, url: URL, waitSeconds: number) {
  if (examiner.openPage === null) return fetchPage(examiner, url);
  const page = await examiner.openPage();
  try {
    return await browsePage(page, url, waitSeconds);
  } finally {
    await page.close();
  }
}

async function ask(examiner: Examiner, loaded: LoadedPage): Promise<PageFacts> {
  const found = findOnPage(loaded);
  const { url } = loaded;
  const [scripts, asked, frames] = await Promise.all([
    Promise.all(found.scripts.map((each) => toScript(examiner, each))),
    Promise.all(found.misspelt.map((each) => toScript(examiner, each))),
    Promise.all(found.frames.map((each) => toFrame(examiner, each))),
  ]);
  const misspelt = asked.filter(({ answer }) => answer.kind !== 'script');
  const forms = await Promise.all(found.forms.map((each) => toForm(examiner, each, { url, scripts })));
  const ours = [...scripts, ...misspelt, ...frames].map(({ address }) => originOf(address));
  // Beside the written address, the one that was perhaps meant: without its path.
  const written = forms.flatMap(({ endpoint }) => (endpoint === null ? [] : [endpoint, originOf(endpoint)]));
  const addresses = [...written, ...ours];
  const endpoints = [...new Set(addresses)].filter((address) => address !== null);
  return {
    url,
    examinedBy: loaded.seen === null ? 'fetch' : 'browser',
    policies: readPolicies(loaded, found),
    violations: loaded.seen?.violations ?? [],
    said: loaded.said,
    hasViewport: found.hasViewport,
    hasNoscript: found.hasNoscript,
    isDefined: loaded.seen?.isDefined ?? false,
    scripts,
    misspelt,
    forms,
    frames,
    endpoints: await Promise.all(endpoints.map((address) => askEndpoint(examiner, address))),
  };
}

const readPolicies = ({ policyHeaders }: LoadedPage, { policies }: FoundPage): readonly PolicyFact[] => [
  ...policyHeaders.flatMap(splitPolicies).map((text) => ({ text, meta: null })),
  ...policies,
];

async function toScript(
  dependencies: Dependencies,
  { tag, address, loading }: FoundElement,
): Promise<ScriptFact> {
  const { file = 'apply-form.js', version = null } = readScriptAddress(address) ?? {};
  return { tag, file, address, version, loading, answer: await askFile(dependencies, address) };
}

interface Surroundings {
  readonly url: string;
  readonly scripts: readonly ScriptFact[];
}

async function toForm(
  dependencies: Dependencies,
  { tag, attributes, live }: FoundElement,
  page: Surroundings,
): Promise<FormFact> {
  const scripts = page.scripts.filter(({ file }) => file === 'apply-form.js');
  // The copy that came first registered the element.
  const script = scripts.find(({ loading }) => loading === 'loaded') ?? scripts[0];
  const settings = settingsOf(attributes, script === undefined ? null : originOf(script.address));
  const endpoint = addressOf(settings.endpoint ?? '', page.url);
  const isComplete = settings.mode === 'live' && (settings.token !== null || settings.job !== null);
  const canAsk = endpoint !== null && isComplete && !isAnswered(live);
  const probe = canAsk
    ? await askForm(dependencies, { ...settings, endpoint, origin: new URL(page.url).origin })
    : null;
  return { tag, attributes, endpoint, live, probe };
}

/** A form that works in the browser needs no requests of our own. */
const isAnswered = (live: LiveForm | null): boolean => isStanding(live) || live?.state === 'closed';

async function toFrame(dependencies: Dependencies, found: FoundElement): Promise<FrameFact> {
  const { tag, address, live, showing } = found;
  const [answer, probe] = await Promise.all([
    askFrame(dependencies, withoutLink(address)),
    isAnswered(live) ? null : probeFrame(dependencies, address),
  ]);
  return { tag, address, showing, answer, live, probe };
}

/** The form inside is on its server's own page. */
async function probeFrame(dependencies: Dependencies, address: string): Promise<Probe | null> {
  const frame = readFrameAddress(address, true);
  if (frame === null) return null;
  const { job, posting, token } = settingsOf(Object.fromEntries(frame.link), null);
  if (job === null && token === null) return null;
  const { origin } = frame;
  const asked = { job, posting, token, tenant: frame.tenant ?? 'default' };
  const wanted: WantedForm = { ...asked, endpoint: origin, origin };
  return askForm(dependencies, wanted);
}
