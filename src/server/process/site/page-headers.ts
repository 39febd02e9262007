/** What a browser may do with our pages and files: strict for our own pages, open for what other sites must load. */
import type { SiteFile } from './site.ts';

export interface PageRules {
  /** Who may frame the page, as `frame-ancestors` lists it. */
  readonly ancestors: string;
  /** The page creates script tags itself: the demo, which acts as the host. */
  readonly makesScripts?: boolean;
  readonly isFramed?: boolean;
  /** Origins of what may be shown beside our own: logos that an operator configured. */
  readonly pictures?: readonly string[];
}

/** Turns no text into a script, a page or markup: there is no trusted-types policy that could do so. */
const noTextRuns = ["require-trusted-types-for 'script'", "trusted-types 'none'"];

export function pageHeaders(file: SiteFile, rules: PageRules): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    ["script-src 'self'", ...file.inline.scripts].join(' '),
    ["style-src 'self'", ...file.inline.styles].join(' '),
    ["img-src 'self' data:", ...(rules.pictures ?? [])].join(' '),
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${rules.ancestors}`,
    ...(rules.makesScripts ? [] : noTextRuns),
  ].join('; ');
  return {
    'content-security-policy': policy,
    'referrer-policy': 'no-referrer',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    'cache-control': 'no-cache',
    ...(rules.isFramed ? framedHeaders : topHeaders),
  };
}

/** No window of another site keeps a reference to the page, and no site embeds it. */
const topHeaders = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/**
 * A host whose page is cross-origin isolated may frame ours too, since it loads only its own files. `frame-ancestors`
 * decides.
 */
const framedHeaders = {
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'cross-origin',
} as const;

/** Every page may load scripts, styles and images, also by `import()` and under an embedder policy. */
export const sharedHeaders: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'timing-allow-origin': '*',
};

/**
 * A browser that came by https once uses only https for a year. Subdomains (`includeSubDomains`) are not ours to bind,
 * and only the owner of the domain may request the browsers' list (`preload`).
 */
export const strictTransport = { name: 'strict-transport-security', value: 'max-age=31536000' } as const;

/** Files whose name changes with their content. */
const immutable = /^\/(assets|\d+\.\d+\.\d+)\//;

/** Seconds for which a page may use a cached evergreen script. */
const EVERGREEN = 300;

export function cacheHeaders(path: string, sandboxMode: boolean): Readonly<Record<string, string>> {
  if (immutable.test(path)) return { 'cache-control': 'public, max-age=31536000, immutable' };
  return { 'cache-control': sandboxMode ? 'no-cache' : `public, max-age=${EVERGREEN}` };
}
