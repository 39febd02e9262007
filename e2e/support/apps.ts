/** The apps of `e2e/apps`, written as the documentation of their framework says, with the package installed. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type InlineConfig, preview } from 'vite';
import { install, pathOf, type Run, run } from './packed.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

export const appNames = ['react', 'vue', 'plain'] as const;

export type AppName = (typeof appNames)[number];

export interface App {
  /** The folder of the app. */
  readonly project: string;
  build(configuration?: InlineConfig): Promise<void>;
  /** @returns the origin at which the build is served, with this security policy */
  serve(policy?: string): Promise<string>;
  remove(): Promise<void>;
}

/** The address of the server in the apps and their pages. */
const namedServer = 'http://127.0.0.1:3000';

/** Copies the app, installs its packages and sets the address of its server. */
export function installApp(name: AppName, server: string): App {
  const { dependencies = {}, devDependencies = {} } = JSON.parse(
    readFileSync(`${root}e2e/apps/${name}/package.json`, 'utf8'),
  );
  const packages = Object.keys({ ...dependencies, ...devDependencies }).filter((key) => key !== 'apply-form');
  const project = install(`e2e/apps/${name}`, ['apply-form'], packages);
  nameServer(project, server);
  const closing: (() => Promise<void>)[] = [];
  return {
    project,
    build: async (configuration = {}) => {
      await build({ root: project, logLevel: 'warn', ...configuration });
    },
    serve: async (policy) => {
      const headers = policy === undefined ? {} : { 'content-security-policy': policy };
      const served = await preview({ root: project, preview: { port: 0, host: '127.0.0.1', headers } });
      closing.push(() => served.close());
      return new URL(served.resolvedUrls?.local[0] ?? '').origin;
    },
    remove: async () => {
      for (const close of closing) await close();
      rmSync(dirname(project), { recursive: true });
    },
  };
}

/** Replaces the address `original` in all sources by that of the server. */
export function nameServer(project: string, server: string, original = namedServer): void {
  for (const entry of readdirSync(project, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (!entry.isFile() || /[/\\]node_modules[/\\]/.test(file)) continue;
    const text = readFileSync(file, 'utf8');
    if (text.includes(original)) writeFileSync(file, text.replaceAll(original, server));
  }
}

/** Runs the type checker of the app. Vue's needs TypeScript's programming interface, which version 7 lacks. */
export function checkTypes(name: AppName, project: string): Run {
  const parameters = ['-p', '.', '--pretty', 'false'];
  if (name !== 'vue') return run('typescript/bin/tsc', parameters, project);
  writeFileSync(
    `${project}/check.cjs`,
    `require(${JSON.stringify(pathOf('vue-tsc'))}).run(${JSON.stringify(pathOf('typescript-5/lib/tsc.js'))});`,
  );
  return run(`${project}/check.cjs`, parameters, project);
}
