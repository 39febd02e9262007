/** The source files of a checkout, whatever its layout: what each is for, what it imports, which names it has. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'vite';

/** `commands` are what users run, `tooling` is what developers run. */
export const kinds = ['production', 'commands', 'tooling', 'tests'] as const;
export type Kind = (typeof kinds)[number];

export interface SourceFile {
  /** From the root of the checkout. */
  readonly path: string;
  readonly kind: Kind;
  readonly lines: number;
  readonly imports: readonly Import[];
  /** Every identifier, as often as it occurs; and the parts of the path. */
  readonly names: readonly string[];
  readonly comments: readonly string[];
  /** Types and values that it declares and exports. */
  readonly exported: readonly string[];
}

export interface Import {
  readonly path: string;
  readonly isType: boolean;
}

/** `src/floor-plan.ts` is a table that only its test reads. */
const tests = /\.(test|test-d|spec|deep|support)\.[mc]?tsx?$|^src\/floor-plan\.ts$/;
const tooling = /^(src\/build|e2e\/(bench|faults|kills|measure|rolling|simulation|suite))\//;
const commands = /^src\/cli\//;

/** The layout when one folder had both kinds of commands, so that counts of old and new checkouts compare. */
const earlierTests =
  /(^|[-/])(scenario|scene|test-client|test-bench|test-support)\.tsx?$|\/(property-runs|fake-service)\.ts$|\/(support|testing)\//;
const earlierTooling =
  /^src\/commands\/((alone|bench|browser|build|faults|kills|matrix|pace|postgres|rolling)\/|(bench|deep-suite|failed-tests|faults|kills|matrix|pace-figures|package-types|rolling|sizes|test-suite)\.ts$)/;
const earlierCommands = /^src\/commands\//;

export function kindOf(path: string): Kind {
  if (tests.test(path)) return 'tests';
  if (tooling.test(path) || earlierTooling.test(path)) return 'tooling';
  if (earlierTests.test(path) || path.startsWith('e2e/')) return 'tests';
  if (commands.test(path) || earlierCommands.test(path)) return 'commands';
  return path.startsWith('src/') ? 'production' : 'tooling';
}

export function readSources(root: string): readonly SourceFile[] {
  const listed = spawnSync('git', ['-C', root, 'ls-files', '-co', '--exclude-standard'], {
    encoding: 'utf8',
  });
  if (listed.status !== 0) throw new Error(listed.stderr);
  const paths = listed.stdout.split('\n').filter((path) => /\.(ts|tsx|mts|mjs)$/.test(path));
  const known = new Set(paths);
  return paths.map((path) => readSource(root, path, known));
}

function readSource(root: string, path: string, known: ReadonlySet<string>): SourceFile {
  const text = readFileSync(join(root, path), 'utf8');
  const { program, module, comments, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const found: Found = { names: [], imports: [], exported: [] };
  walk(program, found);
  const statics = module.staticImports.map(({ moduleRequest, entries }) => ({
    target: moduleRequest.value,
    isType: entries.length > 0 && entries.every(({ isType }) => isType),
  }));
  const again = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, isType }) =>
      moduleRequest === null ? [] : [{ target: moduleRequest.value, isType }],
    ),
  );
  const all = [...statics, ...again, ...found.imports];
  return {
    path,
    kind: kindOf(path),
    lines: text.split('\n').length - 1,
    imports: all
      .filter(({ target }) => target.startsWith('.'))
      .map(({ target, isType }) => ({ path: join(dirname(path), target), isType }))
      .filter((one) => known.has(one.path)),
    names: [...found.names, ...path.replace(/\.\w+$/, '').split(/[/.]/)],
    comments: comments.map(({ value }) => value),
    exported: found.exported,
  };
}

interface Found {
  readonly names: string[];
  readonly imports: { target: string; isType: boolean }[];
  readonly exported: string[];
}

const named = new Set(['Identifier', 'PrivateIdentifier', 'JSXIdentifier']);

function walk(node: unknown, found: Found): void {
  if (Array.isArray(node)) for (const one of node) walk(one, found);
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return;
  const type = Reflect.get(node, 'type');
  const name = Reflect.get(node, 'name');
  if (named.has(type) && typeof name === 'string') found.names.push(name);
  if (type === 'ImportExpression' || type === 'TSImportType') {
    const target = text(Reflect.get(node, 'source'), 'value');
    if (target !== null) found.imports.push({ target, isType: type === 'TSImportType' });
  }
  if (type === 'ExportNamedDeclaration') found.exported.push(...declared(Reflect.get(node, 'declaration')));
  for (const value of Object.values(node)) if (typeof value === 'object') walk(value, found);
}

function declared(declaration: unknown): readonly string[] {
  if (typeof declaration !== 'object' || declaration === null) return [];
  const many: unknown = Reflect.get(declaration, 'declarations');
  const all: readonly unknown[] = Array.isArray(many) ? many : [declaration];
  return all.map((one) => text(member(one, 'id'), 'name')).filter((name) => name !== null);
}

const member = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : null;

function text(value: unknown, key: string): string | null {
  const found = member(value, key);
  return typeof found === 'string' ? found : null;
}
