/** Recognises our tags on a page by their addresses. */
import type { Tag } from './facts.ts';
import { nearestName } from './nearest-name.ts';

/** `/apply-form.js` or `/1.2.3/apply-form.js`, at any path; null: a script of others. */
export function readScriptAddress(
  address: string,
): { readonly file: 'apply-form.js' | 'frame.js'; readonly version: string | null } | null {
  if (!URL.canParse(address)) return null;
  const match = /\/(?:(\d+\.\d+\.\d+[^/]*)\/)?(apply-form|frame)\.js$/.exec(new URL(address).pathname);
  if (match === null) return null;
  return { file: match[2] === 'frame' ? 'frame.js' : 'apply-form.js', version: match[1] ?? null };
}

/** Letters by which a file name may be longer or shorter and still count as meant for ours. */
const SLIPS = 2;

/** A file with a name close to `apply-form.js`, or any other with attributes that only ours understands. */
export function isMisspeltScript({ attributes }: Tag, address: string): boolean {
  if (!URL.canParse(address) || readScriptAddress(address) !== null) return false;
  if (Object.keys(attributes).some((name) => /^data-apply-(job|token)$/.test(name))) return true;
  const file = /([^/]+)\.m?js$/.exec(new URL(address).pathname)?.[1] ?? '';
  const isAsLong = Math.abs(file.length - 'apply-form'.length) <= SLIPS;
  return isAsLong && nearestName(file, ['apply-form']) !== null;
}

const scriptTypes =
  /^(|module|text\/javascript|application\/javascript|text\/ecmascript|application\/ecmascript)$/;

/** Whether a browser executes it. */
export const isScriptType = (type: string | undefined): boolean =>
  scriptTypes.test((type ?? '').trim().toLowerCase());

/** The page in the iframe, and the settings in its address. */
export interface FrameAddress {
  readonly origin: string;
  /** null: not a page for iframes. */
  readonly tenant: string | null;
  readonly link: URLSearchParams;
  /** Settings in the query, where the form does not read them. */
  readonly query: URLSearchParams;
}

/** @param isMarked the tag is marked as ours, so any address counts as one that should lead to us */
export function readFrameAddress(address: string, isMarked: boolean): FrameAddress | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (!/^https?:$/.test(url.protocol)) return null;
  const tenant = /^\/frame\/([^/]+)$/.exec(url.pathname)?.[1] ?? null;
  const link = new URLSearchParams(url.hash.replace(/^#/, ''));
  const isForm = url.pathname === '/form' && ['token', 'job', 'posting'].some((name) => link.has(name));
  if (tenant === null && !isForm && !isMarked) return null;
  return { origin: url.origin, tenant, link, query: url.searchParams };
}
