/** Pages and files over HTTP (`src/README.md#pages-and-files`). null: not one of ours, another handler may answer. */
import { acceptedEncodings } from '../../http/accepted-encodings.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { isAskedAsPage } from './asked-as-page.ts';
import { cacheHeaders, type PageRules, pageHeaders, sharedHeaders } from './page-headers.ts';
import { type Site, type SiteFile, toSiteFile } from './site.ts';

export type SiteSettings = Pick<Configuration, 'sandboxMode' | 'tenants' | 'publicPath'>;

/** @param request GET or HEAD */
export async function serveSite(
  site: Site,
  settings: SiteSettings,
  request: Request,
): Promise<Response | null> {
  const url = new URL(request.url);
  if (url.pathname === '/docs') return new Response(null, { status: 308, headers: { location: '/docs/' } });
  const page = findPage(settings, url.pathname) ?? findNegotiated(settings, request);
  if (page !== null) {
    const file = site.get(page.file);
    if (file === undefined) return null;
    const served = page.linksDemo && !settings.sandboxMode ? withoutDemo(file) : file;
    return send(served, request, { ...pageHeaders(served, page), ...page.headers });
  }
  const host = /^\/hosts\/[\w-]+(?:\.html)?$/.exec(url.pathname)?.[0];
  if (host !== undefined)
    return settings.sandboxMode ? serveHostPage(site, host, otherOrigin(url) + settings.publicPath) : null;
  const file = site.get(url.pathname);
  if (file === undefined || file.type.startsWith('text/html') || url.pathname.startsWith('/hosts/'))
    return null;
  const served = url.search !== '' && entry.test(file.path) ? withoutQuery : file;
  return send(served, request, { ...sharedHeaders, ...cacheHeaders(file.path, settings.sandboxMode) });
}

/** What its further files import, by its name alone: with a query it would be a second module beside that one. */
const entry = /\/apply-form\.js$/;
const withoutQuery = toSiteFile('/apply-form.js', Buffer.from(`export * from './apply-form.js';\n`));

interface Page extends PageRules {
  readonly file: string;
  /** Its header leads to the demo, which only the sandbox mode has. */
  readonly linksDemo?: boolean;
  /** Headers of its own. */
  readonly headers?: Readonly<Record<string, string>>;
}

export const ATTENTION = '/attention';
/** What decides between the page and the API, also on the API's replies. */
export const NEGOTIATED_BY = 'Accept, Authorization';

const alone = "'none'";

function findPage({ sandboxMode, tenants }: SiteSettings, path: string): Page | null {
  if (path === '/form') return { file: '/form.html', ancestors: alone, pictures: logosOf(tenants) };
  if (path === '/preview.html') return { file: '/preview.html', ancestors: alone };
  if (path === '/' && sandboxMode) return { file: '/index.html', ancestors: alone, makesScripts: true };
  const document = /^\/docs\/([a-z-]*)$/.exec(path)?.[1];
  if (document !== undefined)
    return { file: `/docs/${document || 'index'}.html`, ancestors: alone, linksDemo: true };
  const name = /^\/frame\/([A-Za-z0-9_-]{1,40})$/.exec(path)?.[1];
  const tenant = tenants.find((one) => one.name === name);
  if (tenant === undefined) return null;
  const ancestors = tenant.origins === 'any' ? '*' : ["'self'", ...tenant.origins].join(' ');
  return { file: '/frame.html', ancestors, isFramed: true };
}

/** At an address that an API has too. It asks for a key, so it is there where one would open something. */
function findNegotiated({ tenants }: SiteSettings, request: Request): Page | null {
  const hasKeys = tenants.some(({ adminKey }) => adminKey !== null);
  const [accept, authorization] = ['accept', 'authorization'].map((name) => request.headers.get(name));
  if (new URL(request.url).pathname !== ATTENTION || !hasKeys || !isAskedAsPage({ accept, authorization }))
    return null;
  // Not kept, so that no page with a key in its memory is kept for "Back".
  const headers = { 'cache-control': 'no-store', vary: `${NEGOTIATED_BY}, Accept-Encoding` };
  return { file: '/attention.html', ancestors: alone, linksDemo: true, headers };
}

/** The page learns of its tenant and job only later, behind the `#` of its address. */
const logosOf = (tenants: SiteSettings['tenants']): readonly string[] => {
  const logos = tenants.flatMap(({ form, jobs }) =>
    [form, ...Object.values(jobs ?? {})].flatMap((settings) => settings?.logo ?? []),
  );
  return [...new Set(logos.map((address) => new URL(address).origin))];
};

const plain = new WeakMap<SiteFile, SiteFile>();

function withoutDemo(file: SiteFile): SiteFile {
  const made = plain.get(file);
  if (made !== undefined) return made;
  const text = file.bytes.toString().replace(/<li data-demo><a href="[^"<]*">\w*<\/a><\/li>/g, '');
  const changed = toSiteFile(file.path, Buffer.from(text));
  plain.set(file, changed);
  return changed;
}

async function send(
  file: SiteFile,
  request: Request,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const all = { vary: 'Accept-Encoding', ...headers, etag: file.tag, 'x-content-type-options': 'nosniff' };
  if (request.headers.get('if-none-match') === file.tag)
    return new Response(null, { status: 304, headers: all });
  const [encoding = null] = acceptedEncodings(request);
  const compressed = encoding === null ? null : await file.compressed(encoding);
  const body = new Uint8Array(compressed ?? file.bytes);
  return new Response(body, {
    headers: {
      ...all,
      'content-type': file.type,
      ...(compressed === null ? {} : { 'content-encoding': encoding ?? '' }),
    },
  });
}

/**
 * A page of another site, served by us: it loads our script from the other of our two names, so that it really is of
 * another origin. Its security policy is its own.
 */
function serveHostPage(site: Site, path: string, server: string): Response | null {
  const file = site.get(path.endsWith('.html') ? path : `${path}.html`);
  if (file === undefined) return null;
  const text = file.bytes.toString().replaceAll('__APPLY_ORIGIN__', server);
  return new Response(text, {
    headers: { 'content-type': file.type, 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' },
  });
}

export function otherOrigin(url: URL): string {
  const other = new URL(url.origin);
  if (url.hostname === 'localhost') other.hostname = '127.0.0.1';
  if (url.hostname === '127.0.0.1') other.hostname = 'localhost';
  return other.origin;
}
