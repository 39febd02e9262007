/**
 * Our pages and files over HTTP (`public/docs/embedding.md`). They are read once at the start: request paths are only
 * looked up among these files, so they cannot reach the file system.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { getMimeType } from 'hono/utils/mime';
import { readHeader } from '../http/limits.ts';
import type { Configuration } from './configuration/configuration.ts';

type Headers = Readonly<Record<string, string>>;
type SiteFile = ReturnType<typeof toSiteFile>;

export type Site = ReadonlyMap<string, SiteFile>;

/** A missing folder is an empty site: the proxy works without pages. */
export async function readSite(folder: URL): Promise<Site> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  // Source maps would use most of the memory, and only developers with the build need them.
  const served = entries.filter((entry) => entry.isFile() && !entry.name.endsWith('.map'));
  const prefixLength = decodeURIComponent(folder.pathname).length - 1;
  const files = served.map(async ({ parentPath, name }) => {
    const file = join(parentPath, name);
    return toSiteFile(file.slice(prefixLength), await readFile(file));
  });
  return new Map((await Promise.all(files)).map((file) => [file.path, file]));
}

/** @param path such as `/form.html` */
const toSiteFile = (path: string, bytes: Buffer) => ({
  path,
  type: getMimeType(path) ?? 'text/plain; charset=utf-8',
  bytes,
  /** Quoted, as in the header. */
  tag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
  /** Compressed at the first request. */
  compressed: new Map<Encoding, Promise<Buffer>>(),
});

const isPage = ({ type }: SiteFile): boolean => type.startsWith('text/html');

export type Encoding = 'br' | 'gzip';

/** Characters of `Accept-Encoding`; browsers send 23. */
const LONGEST_ENCODINGS = 500;
const encodings: readonly (readonly [Encoding, RegExp])[] = [
  ['br', /\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/],
  ['gzip', /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/],
];

/** The compressions that a client can read, the best first (RFC 9110, 12.5.3). */
export function acceptedEncodings(request: Request): readonly Encoding[] {
  const accepted = readHeader(request, 'accept-encoding', LONGEST_ENCODINGS) ?? '';
  return encodings.flatMap(([encoding, pattern]) => (pattern.test(accepted) ? [encoding] : []));
}

/** Bytes below which compression saves nothing. */
const WORTH_COMPRESSING = 1_000;
const compressors = { br: promisify(brotliCompress), gzip: promisify(gzip) } as const;

async function compress({ type, bytes, compressed }: SiteFile, request: Request) {
  const [encoding] = acceptedEncodings(request);
  const isCompressible =
    /^(text|application\/json|image\/svg)/.test(type) && bytes.byteLength >= WORTH_COMPRESSING;
  if (encoding === undefined || !isCompressible) return { bytes, encoded: {} };
  const pending = compressed.get(encoding) ?? compressors[encoding](bytes);
  compressed.set(encoding, pending);
  return { bytes: await pending, encoded: { 'content-encoding': encoding } };
}

export type SiteSettings = Pick<Configuration, 'sandboxMode' | 'tenants' | 'publicPath'>;

/**
 * @param request GET or HEAD
 * @returns null if the address is none of our pages and files, so that another handler may answer
 */
export async function serveSite(
  site: Site,
  settings: SiteSettings,
  request: Request,
): Promise<Response | null> {
  const { sandboxMode, publicPath } = settings;
  const url = new URL(request.url);
  if (url.pathname === '/docs') return new Response(null, { status: 308, headers: { location: '/docs/' } });
  const page = findPage(settings, request);
  if (page !== null) {
    const file = site.get(page.file);
    if (file === undefined) return null;
    const served = page.linksDemo && !sandboxMode ? withoutDemo(file) : file;
    return send(served, request, { ...pageHeaders(served, page), ...page.headers });
  }
  if (url.pathname.startsWith('/hosts/'))
    return sandboxMode ? serveHostPage(site, url.pathname, otherOrigin(url) + publicPath) : null;
  const file = site.get(url.pathname);
  if (file === undefined || isPage(file)) return null;
  const served = url.search !== '' && entryScript.test(file.path) ? withoutQuery : file;
  return send(served, request, { ...sharedHeaders, ...cacheHeaders(file.path, sandboxMode) });
}

/** Other files import this module by its plain name: with a query it would be a second module. */
const entryScript = /\/apply-form\.js$/;
const withoutQuery = toSiteFile('/apply-form.js', Buffer.from(`export * from './apply-form.js';\n`));

interface Page {
  readonly file: string;
  /** Origins that may frame the page, for `frame-ancestors`; none by default. */
  readonly ancestors?: string;
  /** True if the page creates script tags itself: the demo, which acts as the host. */
  readonly makesScripts?: boolean;
  readonly isFramed?: boolean;
  /** Origins of further pictures: logos that an operator configured. */
  readonly pictures?: readonly string[];
  /** True if its header links to the demo, which only sandbox mode has. */
  readonly linksDemo?: boolean;
  readonly headers?: Headers;
}

export const ATTENTION = '/attention';
/** Headers that decide between the page and the API, also for `Vary` of the API's replies. */
export const NEGOTIATED_BY = 'Accept, Authorization';

function findPage({ sandboxMode, tenants }: SiteSettings, request: Request): Page | null {
  const path = new URL(request.url).pathname;
  if (path === '/form') return { file: '/form.html', pictures: logosOf(tenants) };
  if (path === '/preview.html') return { file: '/preview.html' };
  if (path === '/' && sandboxMode) return { file: '/index.html', makesScripts: true };
  const document = /^\/docs\/([a-z-]*)$/.exec(path)?.[1];
  if (document !== undefined) return { file: `/docs/${document || 'index'}.html`, linksDemo: true };
  if (path === ATTENTION) {
    const accept = request.headers.get('accept');
    const authorization = request.headers.get('authorization');
    // The page asks for a key, so it exists only if a key is configured.
    const hasKeys = tenants.some(({ adminKey }) => adminKey !== null);
    // `no-store` prevents browsers from keeping a page with a key in memory for "Back".
    const headers = { 'cache-control': 'no-store', vary: `${NEGOTIATED_BY}, Accept-Encoding` };
    return hasKeys && isPageRequest(accept, authorization)
      ? { file: '/attention.html', linksDemo: true, headers }
      : null;
  }
  const name = /^\/frame\/([A-Za-z0-9_-]{1,40})$/.exec(path)?.[1];
  const tenant = tenants.find((candidate) => candidate.name === name);
  if (tenant === undefined) return null;
  const ancestors = tenant.origins === 'any' ? '*' : ["'self'", ...tenant.origins].join(' ');
  return { file: '/frame.html', ancestors, isFramed: true };
}

/** True for navigation by a browser. A request with a key comes from a program, whatever it accepts. */
export const isPageRequest = (
  accept: string | null | undefined,
  authorization: string | null | undefined,
): boolean => authorization == null && /^text\/html\b/i.test(accept ?? '');

/** All logos, because the page learns its tenant and job only from the fragment of its address. */
const logosOf = (tenants: SiteSettings['tenants']): readonly string[] => {
  const logos = tenants.flatMap(({ form, jobs }) =>
    [form, ...Object.values(jobs ?? {})].flatMap((settings) => settings?.logo ?? []),
  );
  return [...new Set(logos.map((address) => new URL(address).origin))];
};

const pagesWithoutDemo = new WeakMap<SiteFile, SiteFile>();

function withoutDemo(file: SiteFile): SiteFile {
  const cached = pagesWithoutDemo.get(file);
  if (cached !== undefined) return cached;
  const text = file.bytes.toString().replace(/<li data-demo><a href="[^"<]*">\w*<\/a><\/li>/g, '');
  const changed = toSiteFile(file.path, Buffer.from(text));
  pagesWithoutDemo.set(file, changed);
  return changed;
}

async function send(file: SiteFile, request: Request, headers: Headers): Promise<Response> {
  const all = { vary: 'Accept-Encoding', ...headers, etag: file.tag, 'x-content-type-options': 'nosniff' };
  if (request.headers.get('if-none-match') === file.tag)
    return new Response(null, { status: 304, headers: all });
  const { bytes, encoded } = await compress(file, request);
  return new Response(new Uint8Array(bytes), { headers: { ...all, 'content-type': file.type, ...encoded } });
}

/**
 * Serves a page that represents another site. It loads our script under the other of our two host names (`localhost` and
 * `127.0.0.1`), so that the origins really differ. Such pages have their own security policy.
 */
function serveHostPage(site: Site, path: string, server: string): Response | null {
  const file = site.get(path) ?? site.get(`${path}.html`);
  if (file === undefined) return null;
  const text = file.bytes.toString().replaceAll('__APPLY_ORIGIN__', server);
  return new Response(text, {
    headers: { 'content-type': file.type, 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' },
  });
}

/** The same server under its other local name. */
export function otherOrigin(url: URL): string {
  const renamed = new URL(url.origin);
  if (url.hostname === 'localhost') renamed.hostname = '127.0.0.1';
  if (url.hostname === '127.0.0.1') renamed.hostname = 'localhost';
  return renamed.origin;
}

/** Prevents strings from becoming scripts or markup: `'none'` means that no policy may convert them. */
const trustedTypes = ["require-trusted-types-for 'script'", "trusted-types 'none'"];

/** Allows inline code of our own pages by its hash, so that injected code does not run. */
const hashesOf = (html: string, pattern: RegExp): readonly string[] =>
  [...html.matchAll(pattern)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );

function pageHeaders({ bytes }: SiteFile, page: Page): Headers {
  const html = bytes.toString();
  const policy = [
    "default-src 'none'",
    ["script-src 'self'", ...hashesOf(html, /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/gi)].join(' '),
    ["style-src 'self'", ...hashesOf(html, /<style[^>]*>([\s\S]*?)<\/style>/gi)].join(' '),
    ["img-src 'self' data:", ...(page.pictures ?? [])].join(' '),
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${page.ancestors ?? "'none'"}`,
    ...(page.makesScripts ? [] : trustedTypes),
  ].join('; ');
  return {
    'content-security-policy': policy,
    'referrer-policy': 'no-referrer',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    'cache-control': 'no-cache',
    // A cross-origin isolated host may frame our frame page; other windows get no reference to any other page.
    ...(page.isFramed
      ? { 'cross-origin-embedder-policy': 'require-corp', 'cross-origin-resource-policy': 'cross-origin' }
      : { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-resource-policy': 'same-origin' }),
  };
}

/** Lets every page load scripts, styles and images, even by `import()` and under an embedder policy. */
const sharedHeaders = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'timing-allow-origin': '*',
};

/** Files whose name changes with their content. */
const immutable = /^\/(assets|\d+\.\d+\.\d+)\//;

/** Seconds for which a page may use a cached evergreen script. */
const EVERGREEN = 300;

function cacheHeaders(path: string, sandboxMode: boolean): Headers {
  if (immutable.test(path)) return { 'cache-control': 'public, max-age=31536000, immutable' };
  return { 'cache-control': sandboxMode ? 'no-cache' : `public, max-age=${EVERGREEN}` };
}
