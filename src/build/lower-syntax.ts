import type { Plugin } from 'vite';

/**
 * What `apply-form.js` is written in: Chrome 80, Firefox 78 and Safari 13.1 can read it. Browsers from there to the
 * oldest that run the form can so tell their visitors that they are too old. Without `?.` and `??`, for browsers that
 * are older still, everyone would load 900 bytes more.
 */
export const readable = 'es2020';

/** `$name` is what becomes of `#name`, which such browsers cannot read, and is mangled. */
export const privateName = /^\$[a-z]/;

/** Read where a class declares or uses them, not in comments, texts and patterns. */
const declared = /^( +(?:(?:readonly|static|async|get|set|declare) )*)#(?=[a-z])/gm;
const used = /(?<=\w\??\.)#(?=[a-z])/g;

/** The same length, so that the source map still fits. */
export const toPlainNames = (code: string): string => code.replace(declared, '$1$$').replace(used, '$$');

export function plainPrivateNames(): Plugin {
  return {
    name: 'plain-private-names',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'script',
    transform: {
      filter: { id: /\/src\/.*\.tsx?$/ },
      handler: (code) => ({ code: toPlainNames(code), map: null }),
    },
  };
}
