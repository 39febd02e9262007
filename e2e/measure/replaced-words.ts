/** Words that were replaced by the field's standard terms, and where each must not stand any more. */

export interface ReplacedWord {
  readonly word: string;
  readonly instead: string;
  /** For an identifier as its words in small letters: `tenantRoom` is read as `tenant room`. */
  readonly names?: RegExp;
  /** Where the word has a plain meaning elsewhere, as `Place` and `place`: for the identifier as it is written. */
  readonly identifiers?: RegExp;
  readonly paths?: RegExp;
  readonly comments?: RegExp;
  /** Only what is neither test nor tool is asked: there the word has a plain meaning. */
  readonly isProductionOnly?: true;
  /** The only files in which the word meant what the new term says. */
  readonly only?: { readonly files: RegExp; readonly elsewhere: string };
  readonly kept?: readonly KeptName[];
}

/** A name that has to keep the word. */
interface KeptName {
  /** As it is written. */
  readonly name: RegExp;
  readonly files?: RegExp;
  readonly because: string;
}

/** As a word of its own anywhere in a name. */
const token = (words: string) => new RegExp(`(^| )(${words})( |$)`);
const last = (words: string) => new RegExp(`(^| )(${words})$`);
const whole = (words: string) => new RegExp(`^(${words})$`);
const spoken = (words: string) => new RegExp(`\\b(${words})\\b`, 'gi');

export const replacedWords: readonly ReplacedWord[] = [
  {
    word: 'nobody somebody whoever anybody',
    instead: 'plain English',
    names: token('nobody|somebody|whoever|anybody'),
    comments: spoken('nobody|somebody|whoever|anybody|whom'),
  },
  {
    word: 'DESIGN DOORS *.md',
    instead: 'pages of the repository',
    comments:
      /\b(DESIGN|DOORS)\b|\b(conditions|reliability|conformance|features|look|performance|recruitment-api|service-facts|style|toolchain)\.md\b|shared\//g,
  },
  { word: 'House', instead: 'ProxyContext', names: token('house'), comments: spoken('house') },
  { word: 'TenantRoom', instead: 'TenantContext', names: token('tenant room|tenant rooms') },
  { word: 'Means', instead: 'Dependencies', names: last('means') },
  { word: 'Carrier', instead: 'ServiceGateway', names: token('carriers?'), comments: spoken('carriers?') },
  { word: 'Lane', instead: 'LeasedSubmission', names: token('lanes?'), comments: spoken('lanes?') },
  {
    word: 'Bell ring ear',
    instead: 'Notifier',
    names: /(^| )(bells?|ears?|ring (all|when down))( |$)|^ring$/,
    comments: spoken('bells?'),
    only: { files: /^(src\/server|e2e)\//, elsewhere: 'records that refer to each other in a circle' },
  },
  {
    word: 'quiet',
    instead: 'reconcile delay',
    names: token('quiet'),
    only: {
      files: /^(src\/server\/delivery|e2e)\/|\/compose-delivery\.ts$/,
      elsewhere: 'silence, of a network or a log',
    },
    kept: [
      { name: /^APPLY_QUIET_SECONDS$/, because: 'operators set this environment variable' },
      { name: /^quietSeconds$/, because: 'the setting is named after its environment variable' },
      { name: /^(learned_quiet|LearnedQuietTable)$/, because: 'a table of stores that exist' },
    ],
  },
  {
    word: 'look',
    instead: 'reconcile',
    names: whole('look|looks|looked|look (after|again|due|for)|(last|next|first) looks?'),
    isProductionOnly: true,
    only: { files: /^src\/server\//, elsewhere: 'to check, or what something looks like' },
  },
  {
    word: 'Pace turn tell',
    instead: 'RateLimiter: acquire, report',
    names: token('pace|paces|paced'),
    only: { files: /^(src\/server|e2e)\//, elsewhere: 'how often a form asks for its receipt' },
  },
  { word: 'Roof', instead: 'Quota', names: token('roofs?'), comments: spoken('roofs?') },
  {
    word: 'Room',
    instead: 'Reservation, context',
    names: token('rooms?'),
    // Not space, as in "there is no room".
    comments: /(?<!\b(?:no|has|have|is|makes?|enough|with|without) )\brooms?\b(?! for)/gi,
    kept: [{ name: /^(has|check)Room$/, because: 'space that is left, as in "has room for"' }],
  },
  { word: 'takeIn', instead: 'receive', names: token('take in|taken in|take ins') },
  {
    word: 'Piece',
    instead: 'Chunk',
    names: token('pieces?'),
    comments: spoken('pieces?'),
    only: { files: /^src\/server\/(delivery|http)\//, elsewhere: 'a part, of a text or of an answer' },
    kept: [{ name: /^file_piece$/, because: 'a table of stores that exist' }],
  },
  {
    word: 'about',
    instead: 'metadata',
    names: last('about'),
    isProductionOnly: true,
    only: { files: /^src\/server\//, elsewhere: 'what a sentence is about' },
    kept: [
      {
        name: /^about$/,
        files: /^src\/server\/delivery\/(staging|stores)\//,
        because: 'a column of stores that exist',
      },
    ],
  },
  { word: 'Sealer', instead: 'Cipher', names: token('sealers?'), comments: spoken('sealers?') },
  { word: 'News', instead: 'Outcome', names: token('news') },
  { word: 'Meter', instead: 'Metrics', names: token('meters?|metered') },
  {
    word: 'first-look',
    instead: 'startup check',
    names: token('first looks?'),
    comments: spoken('first[- ]look'),
    only: { files: /^src\/server\/app\//, elsewhere: 'the first time that something is read' },
  },
  { word: 'bounded-map', instead: 'LRU cache', names: token('bounded map') },
  { word: 'Speech forWantOfWords', instead: 'Messages, fallback', names: token('speech|want of words') },
  {
    word: 'words',
    instead: 'Messages, catalogue',
    names: token('words'),
    isProductionOnly: true,
    only: { files: /^src\/(browser|demo|locale|ui)\//, elsewhere: 'the words of a text' },
    kept: [
      { name: /^words$/, files: /\/sentence-faults\.ts$/, because: 'words that a sentence must not have' },
    ],
  },
  {
    word: 'Ways',
    instead: 'Platform',
    names: token('ways'),
    only: { files: /^src\/(browser|ui)\//, elsewhere: 'ways to do something' },
  },
  {
    word: 'Keeper Held Kept keep',
    instead: 'DraftManager, DraftSession, DraftStatus',
    names: token('keepers?'),
  },
  { word: 'Vault', instead: 'DraftStorage', names: token('vaults?'), comments: spoken('vaults?') },
  {
    word: 'Place',
    instead: 'MountTarget',
    identifiers: /^Place$/,
    only: { files: /^src\/(browser|ui)\//, elsewhere: 'where something stands, or a gap in a sentence' },
  },
  {
    word: 'Standing',
    instead: 'touched',
    names: token('standings?'),
    only: { files: /^src\/(browser|form|ui)\//, elsewhere: 'that something is there' },
  },
  {
    word: 'steady',
    instead: 'stableComputed',
    names: token('steady'),
    only: { files: /^src\/(browser|form|ui)\//, elsewhere: 'a steady rate, a steady clock' },
  },
  {
    word: 'say hush untold',
    instead: 'announce, clear, pending',
    names: token('say|hush|untold'),
    isProductionOnly: true,
    only: { files: /^src\/(browser|form|ui)\//, elsewhere: 'to print, and what was not told' },
  },
  {
    word: 'Family',
    instead: 'Subtree',
    names: token('family|families'),
    comments: spoken('family|families'),
    only: { files: /^src\/(browser|core|form|ui)\//, elsewhere: 'a group, or the font-family of CSS' },
  },
  {
    word: 'later/',
    instead: 'by what it does',
    names: whole('later'),
    isProductionOnly: true,
    only: { files: /^src\/(browser|ui)\//, elsewhere: 'a later time; `later-*.js` is a built file' },
  },
  // In a name a door is anything that others use.
  { word: 'door.ts', instead: 'index.ts', paths: /(^|\/)door\.tsx?$/ },
  {
    word: 'herd shelf universe storm truth',
    instead: 'processes, stores, simulation, faults, oracle',
    names: token('herds?|shelf|shelves|universes?|storms?'),
    comments: spoken('herds?|shelf|shelves|universes?|storms?'),
  },
];

/** Whether this name in this file should have the new term. */
export function isReplacedName(word: ReplacedWord, name: string, path: string): boolean {
  const isMeant = word.names?.test(wordsOf(name)) === true || word.identifiers?.test(name) === true;
  return isMeant && isAsked(word, path) && !isKept(word, name, path);
}

export const isAsked = ({ only }: ReplacedWord, path: string): boolean => only?.files.test(path) ?? true;

const isKept = ({ kept = [] }: ReplacedWord, name: string, path: string): boolean =>
  kept.some((one) => one.name.test(name) && (one.files?.test(path) ?? true));

export function wordsOf(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .replace(/[^a-zA-Z0-9]+/g, ' ')
    .trim()
    .toLowerCase();
}
