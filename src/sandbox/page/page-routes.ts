import { type Context, Hono } from 'hono';
import { type CallerBindings, isLocal } from '../caller.ts';
import { pageHtml } from './page-html.ts';
import { pageScript } from './page-script.ts';
import { pageStyle } from './page-style.ts';

/** The page for a person: what the sandbox stores, and live requests. For this machine only, as the control. */

type Environment = { Bindings: CallerBindings };

type PageFile = readonly [path: string, type: string, text: string];

const filesFor = (key: string | null, isBesideServer: boolean): readonly PageFile[] => [
  ['/', 'text/html', pageHtml(key, isBesideServer)],
  ['/page.css', 'text/css', pageStyle],
  ['/page.js', 'text/javascript', pageScript],
];

/** Nothing that the sandbox stores can become a script or a link to elsewhere. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** @param key the key to show; null: none */
export function pageRoutes(key: string | null, isBesideServer: boolean): Hono<Environment> {
  const routes = new Hono<Environment>();
  for (const [path, type, text] of filesFor(key, isBesideServer)) {
    routes.get(path, (context) =>
      isLocal(context.req.raw, context.env) ? fileResponse(type, text) : turnedAway(context),
    );
  }
  return routes;
}

const turnedAway = (context: Context<Environment>): Response =>
  context.text(
    'The page of the sandbox opens on its own machine only, under 127.0.0.1, localhost or [::1].',
    403,
  );

function fileResponse(type: string, text: string): Response {
  return new Response(text, {
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'content-security-policy': policy,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-cache',
    },
  });
}
