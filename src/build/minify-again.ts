import { type Plugin, type Rolldown, transformWithOxc } from 'vite';
import { privateName, readable } from './lower-syntax.ts';

/** The build environments whose files visitors load. */
const environments = new Set(['later', 'details', 'client', 'script', 'frame']);

/**
 * Makes Chromium compile all functions on another thread while the file downloads, instead of each at its first call
 * within the longest task of the host page (V8, "explicit compile hints").
 */
const preambles: Readonly<Record<string, string>> = { script: '//# allFunctionsCalledOnLoad' };

/**
 * A second minifier saves at least one per cent more than the build's own.
 *
 * @param isDemo whether it is left out, because it takes most of the time of a build
 */
export function minifyAgain({ isDemo }: { readonly isDemo: boolean }): Plugin {
  return {
    name: 'minify-again',
    apply: 'build',
    enforce: 'post',
    sharedDuringBuild: true,
    async generateBundle({ format }, bundle) {
      const { name } = this.environment;
      if (!environments.has(name)) return;
      const isLowered = name === 'script';
      const kind = { module: format === 'es', preamble: preambles[name] ?? '', isLowered };
      for (const chunk of Object.values(bundle)) {
        if (chunk.type === 'chunk' && isDemo && isLowered) chunk.code = (await lowerSyntax(chunk)).code;
        if (chunk.type === 'chunk' && !isDemo) await minifyChunk(chunk, bundle, kind);
      }
    },
  };
}

interface Kind {
  readonly module: boolean;
  readonly preamble: string;
  readonly isLowered: boolean;
}

/** The assumption holds: no base class has a setter for what a class assigns. */
const lowerSyntax = ({ code, map }: Rolldown.OutputChunk) =>
  transformWithOxc(
    code,
    'lowered.js',
    { sourcemap: true, target: readable, assumptions: { setPublicClassFields: true } },
    map ?? undefined,
  );

/** Also writes its source map, as a separate file. */
async function minifyChunk(
  chunk: Rolldown.OutputChunk,
  bundle: Rolldown.OutputBundle,
  { module, preamble, isLowered }: Kind,
): Promise<void> {
  const mapFile = `${chunk.fileName}.map`;
  // Not installed for the demo.
  const { minify } = await import('terser');
  const lowered = isLowered ? await lowerSyntax(chunk) : chunk;
  const { code, map } = await minify(lowered.code, {
    module,
    ecma: 2020,
    // The assumptions of these options hold: no built-in is replaced, no function expression is called with `new` or
    // asked how many parameters it has, and no pattern remembers where it was.
    compress: {
      passes: 6,
      unsafe: true,
      unsafe_arrows: true,
      unsafe_proto: true,
      unsafe_regexp: true,
      keep_fargs: false,
    },
    format: { preamble },
    mangle: { properties: { regex: privateName } },
    sourceMap: { content: JSON.stringify(lowered.map), url: mapFile.replace(/^.*\//, '') },
  });
  const asset = bundle[mapFile];
  if (code === undefined || typeof map !== 'string' || asset?.type !== 'asset')
    throw new Error(`${chunk.fileName} has no source map to go with it.`);
  chunk.code = code;
  asset.source = map;
}
