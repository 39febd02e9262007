import { minify } from 'terser';
import type { Plugin, Rolldown } from 'vite';

/** What visitors load. */
const environments = new Set(['later', 'client', 'script', 'frame']);

/**
 * Chromium compiles all functions of the file while it downloads, on another thread, and not each at its first call in
 * the longest task of the host's page (V8, "explicit compile hints").
 */
const preambles: Readonly<Record<string, string>> = { script: '//# allFunctionsCalledOnLoad' };

/** Another minifier finds one per cent and more in what the build's own has left. */
export function minifyAgain(): Plugin {
  return {
    name: 'minify-again',
    apply: 'build',
    enforce: 'post',
    sharedDuringBuild: true,
    async generateBundle({ format }, bundle) {
      const { name } = this.environment;
      if (!environments.has(name)) return;
      for (const chunk of Object.values(bundle)) {
        if (chunk.type === 'chunk') await minifyChunk(chunk, bundle, format === 'es', preambles[name]);
      }
    },
  };
}

/** Its source map stands beside it as a file of its own. */
async function minifyChunk(
  chunk: Rolldown.OutputChunk,
  bundle: Rolldown.OutputBundle,
  module: boolean,
  preamble = '',
): Promise<void> {
  const mapFile = `${chunk.fileName}.map`;
  const { code, map } = await minify(chunk.code, {
    module,
    ecma: 2020,
    // What it may then take for granted holds here: no built-in is replaced, and no function that is an expression is called with `new`.
    compress: { passes: 3, unsafe: true, unsafe_arrows: true },
    format: { preamble },
    sourceMap: { content: JSON.stringify(chunk.map), url: mapFile.replace(/^.*\//, '') },
  });
  const asset = bundle[mapFile];
  if (code === undefined || typeof map !== 'string' || asset?.type !== 'asset')
    throw new Error(`${chunk.fileName} has no source map to go with it.`);
  chunk.code = code;
  asset.source = map;
}
