import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { printError } from '../../../src/server/process/print.ts';

/** Environment variables that the browser at `TEST_BROWSER` needs. */
export type BrowserEnvironment = Record<string, string>;

/**
 * Unpacks `@sparticuz/chromium`, a headless shell in an npm package. It was made for cloud functions, so three things are
 * corrected: it unpacks its libraries only if it believes it runs in one, it unpacks to a shared temporary folder
 * without checking its content, and its font configuration names a folder that we do not have.
 */
export async function packageBrowser(root: string): Promise<BrowserEnvironment | null> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  const folder = `${root}node_modules/.cache/chromium`;
  mkdirSync(folder, { recursive: true });
  const executable = await unpack(folder);
  if (executable === null) return null;
  return {
    TEST_BROWSER: executable,
    LD_LIBRARY_PATH: [`${folder}/al2023/lib`, process.env['LD_LIBRARY_PATH']].filter(Boolean).join(':'),
    FONTCONFIG_PATH: folder,
    FONTCONFIG_FILE: writeFontConfiguration(folder),
  };
}

async function unpack(folder: string): Promise<string | null> {
  const before = { ...process.env };
  Object.assign(process.env, { TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs20.x' });
  try {
    const { default: chromium } = await import('@sparticuz/chromium');
    return await chromium.executablePath();
  } catch (error) {
    printError(`The browser package could not be unpacked: ${String(error)}`);
    return null;
  } finally {
    restore(before, ['TMPDIR', 'AWS_LAMBDA_JS_RUNTIME', 'LD_LIBRARY_PATH', 'FONTCONFIG_PATH', 'HOME']);
  }
}

function restore(before: NodeJS.ProcessEnv, names: readonly string[]): void {
  for (const name of names) {
    if (before[name] === undefined) delete process.env[name];
    else process.env[name] = before[name];
  }
}

function writeFontConfiguration(folder: string): string {
  const file = `${folder}/fonts.conf`;
  const folders = [`${folder}/fonts`, '/usr/share/fonts'].filter(existsSync);
  writeFileSync(
    file,
    `<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "fonts.dtd">\n<fontconfig>${folders
      .map((path) => `<dir>${path}</dir>`)
      .join('')}<cachedir>${folder}/font-cache</cachedir></fontconfig>\n`,
  );
  return file;
}
