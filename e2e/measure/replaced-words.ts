/** Words that were replaced by the field's standard terms, and where each must not stand any more. */

export interface ReplacedWord {
  readonly word: string;
  readonly instead: string;
  /** For an identifier as its words in small letters: `tenantRoom` is read as `tenant room`. */
  readonly names?: RegExp;
  /** Where the word has a plain meaning elsewhere, as `Place` and `place`: for the identifier as it is written. */
  readonly identifiers?: RegExp;
  /** Only what is neither test nor tool is asked: there the word has a plain meaning. */
  readonly isProductionOnly?: true;
  readonly comments?: RegExp;
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
  },
  { word: 'quiet', instead: 'reconcile delay', names: token('quiet') },
  {
    word: 'look',
    instead: 'reconcile',
    names: whole('look|looks|looked|look (after|again|due|for)|(last|next|first) looks?'),
    isProductionOnly: true,
  },
  { word: 'Pace turn tell', instead: 'RateLimiter: acquire, report', names: token('pace|paces|paced') },
  { word: 'Roof', instead: 'Quota', names: token('roofs?'), comments: spoken('roofs?') },
  { word: 'Room', instead: 'Reservation, context', names: token('rooms?'), comments: spoken('rooms?') },
  { word: 'takeIn', instead: 'receive', names: token('take in|taken in|take ins') },
  { word: 'Piece', instead: 'Chunk', names: token('pieces?'), comments: spoken('pieces?') },
  { word: 'about', instead: 'metadata', names: last('about'), isProductionOnly: true },
  { word: 'Sealer', instead: 'Cipher', names: token('sealers?'), comments: spoken('sealers?') },
  { word: 'News', instead: 'Outcome', names: token('news') },
  { word: 'Meter', instead: 'Metrics', names: token('meters?|metered') },
  {
    word: 'first-look',
    instead: 'startup check',
    names: token('first looks?'),
    comments: spoken('first[- ]look'),
  },
  { word: 'bounded-map', instead: 'LRU cache', names: token('bounded map') },
  {
    word: 'Speech words forWantOfWords',
    instead: 'Messages, locale, fallback',
    names: token('speech|want of words|words'),
  },
  { word: 'Ways', instead: 'Platform', names: token('ways') },
  {
    word: 'Keeper Held Kept keep',
    instead: 'DraftManager, DraftSession, DraftStatus',
    names: token('keepers?'),
  },
  { word: 'Vault', instead: 'DraftStorage', names: token('vaults?'), comments: spoken('vaults?') },
  { word: 'Place', instead: 'MountTarget', identifiers: /^Place$/ },
  { word: 'Standing', instead: 'touched', names: token('standings?') },
  { word: 'steady', instead: 'stableComputed', names: token('steady') },
  {
    word: 'say hush untold',
    instead: 'announce, clear, pending',
    names: token('say|hush|untold'),
    isProductionOnly: true,
  },
  {
    word: 'Family',
    instead: 'Subtree',
    names: token('family|families'),
    comments: spoken('family|families'),
  },
  { word: 'later/', instead: 'by what it does', names: whole('later'), isProductionOnly: true },
  { word: 'door.ts', instead: 'index.ts', names: whole('door') },
  {
    word: 'herd shelf universe storm truth',
    instead: 'processes, stores, simulation, faults, oracle',
    names: token('herds?|shelf|shelves|universes?|storms?'),
    comments: spoken('herds?|shelf|shelves|universes?|storms?'),
  },
];

export function wordsOf(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .replace(/[^a-zA-Z0-9]+/g, ' ')
    .trim()
    .toLowerCase();
}
