/**
 * The built pages and scripts, read once at the start: a request path is only looked up among the files found then, so
 * it cannot reach the file system.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Encoding } from '../../http/accepted-encodings.ts';

export interface SiteFile {
  /** As `/form.html`. */
  readonly path: string;
  readonly type: string;
  readonly bytes: Buffer;
  /** Quoted, as in the header. */
  readonly tag: string;
  /** Sources of inline scripts and styles, as a security policy lists them. */
  readonly inline: InlineHashes;
  /** Compressed on first request, then cached; null: compression saves nothing. */
  compressed(encoding: Encoding): Promise<Buffer | null>;
}

export interface InlineHashes {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

export type Site = ReadonlyMap<string, SiteFile>;

const types: ReadonlyMap<string, string> = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.json', 'application/json; charset=utf-8'],
  ['.map', 'application/json; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
  ['.jpg', 'image/jpeg'],
  ['.webp', 'image/webp'],
  ['.ico', 'image/x-icon'],
  ['.woff2', 'font/woff2'],
  ['.txt', 'text/plain; charset=utf-8'],
  ['.md', 'text/markdown; charset=utf-8'],
  ['.yaml', 'text/plain; charset=utf-8'],
  ['.yml', 'text/plain; charset=utf-8'],
  ['.conf', 'text/plain; charset=utf-8'],
  ['.ini', 'text/plain; charset=utf-8'],
  ['.service', 'text/plain; charset=utf-8'],
  ['.timer', 'text/plain; charset=utf-8'],
  ['.sh', 'text/plain; charset=utf-8'],
]);

/** A missing folder is an empty site: the proxy works without pages. */
export async function readSite(folder: URL): Promise<Site> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const root = new URL(folder).pathname;
  const files = entries
    .filter((entry) => entry.isFile())
    .map(async (entry) => {
      const file = join(entry.parentPath, entry.name);
      return toSiteFile(file.slice(decodeURIComponent(root).length - 1), await readFile(file));
    });
  return new Map((await Promise.all(files)).map((file) => [file.path, file]));
}

export function toSiteFile(path: string, bytes: Buffer): SiteFile {
  const type = types.get(extname(path)) ?? 'application/octet-stream';
  return {
    path,
    type,
    bytes,
    tag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    inline: type.startsWith('text/html') ? findInline(bytes.toString()) : { scripts: [], styles: [] },
    compressed: compressOnce(type, bytes),
  };
}

/** For our own pages only: their inline code is allowed by its hash, so nothing that is injected later runs. */
function findInline(html: string): InlineHashes {
  const hashesOf = (pattern: RegExp) =>
    [...html.matchAll(pattern)].map(
      ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
    );
  return {
    scripts: hashesOf(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/gi),
    styles: hashesOf(/<style[^>]*>([\s\S]*?)<\/style>/gi),
  };
}

/** Bytes below which compression does not pay on the wire. */
const WORTH_COMPRESSING = 1_000;
const compressors = { br: promisify(brotliCompress), gzip: promisify(gzip) } as const;

function compressOnce(type: string, bytes: Buffer): SiteFile['compressed'] {
  const worth = /^(text|application\/json|image\/svg)/.test(type) && bytes.byteLength >= WORTH_COMPRESSING;
  const done = new Map<Encoding, Promise<Buffer>>();
  return async (encoding) => {
    if (!worth) return null;
    const compressed = done.get(encoding) ?? compressors[encoding](bytes);
    done.set(encoding, compressed);
    return compressed;
  };
}
