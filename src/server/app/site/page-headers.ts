/** What a browser may do with our pages and files. Strict where we are alone, open where others must load us. */
import type { SiteFile } from './site.ts';

export interface PageRules {
  /** Who may frame the page, as `frame-ancestors` lists it. */
  readonly ancestors: string;
  /** The page makes script tags itself: the demo, which plays the host. */
  readonly makesScripts?: boolean;
  readonly isFramed?: boolean;
}

/** No text becomes a script, a page or markup: there is no policy that could turn one into it. */
const noTextRuns = ["require-trusted-types-for 'script'", "trusted-types 'none'"];

export function pageHeaders(file: SiteFile, rules: PageRules): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    ["script-src 'self'", ...file.inline.scripts].join(' '),
    ["style-src 'self'", ...file.inline.styles].join(' '),
    "img-src 'self' data:",
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

/** No window of another site has a hold of the page, and none embeds it. */
const topHeaders = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/** A host whose own page is isolated may frame ours too: all that it loads is its own. `frame-ancestors` decides. */
const framedHeaders = {
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'cross-origin',
} as const;

/** Every page may load scripts, styles and pictures, also by `import()` and under an embedder policy. */
export const sharedHeaders: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'timing-allow-origin': '*',
};

/**
 * A browser that came by https once comes by nothing else for a year. Names below ours are not ours to bind
 * (`includeSubDomains`), and a list that browsers carry (`preload`) is the owner's of the domain to ask for.
 */
export const strictTransport = { name: 'strict-transport-security', value: 'max-age=31536000' } as const;

/** Files whose name changes with their content. */
const immutable = /^\/(assets|\d+\.\d+\.\d+)\//;

/** Seconds an evergreen script may be old on a careers page. */
const EVERGREEN = 300;

export function cacheHeaders(path: string, sandboxMode: boolean): Readonly<Record<string, string>> {
  if (immutable.test(path)) return { 'cache-control': 'public, max-age=31536000, immutable' };
  return { 'cache-control': sandboxMode ? 'no-cache' : `public, max-age=${EVERGREEN}` };
}
