/**
 * The built pages and scripts. They are read once, at the start: a path of a request is only looked up among what was
 * found then, so there is no way from it into the file system.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip';

export interface SiteFile {
  /** As `/form.html`. */
  readonly path: string;
  readonly type: string;
  readonly bytes: Buffer;
  /** In quotes, as the header has it. */
  readonly tag: string;
  /** Sources of inline scripts and styles, as a security policy lists them. */
  readonly inline: InlineHashes;
  /** Compressed once, when first asked for; null: not worth it. */
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
]);

/** A folder that is not there is an empty site: the proxy works without pages. */
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

function toSiteFile(path: string, bytes: Buffer): SiteFile {
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

/** Our own pages only: what is written into them is allowed by its hash, so nothing that is put in later runs. */
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

/** Bytes below which a compressed file is no smaller on the wire. */
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
