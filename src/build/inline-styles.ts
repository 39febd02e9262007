import type { Plugin } from 'vite';

/**
 * The demo's styles stand in its page, so that it is painted with what comes first. Its security policy allows them by
 * their hash.
 */
export function inlineStyles(page: string): Plugin {
  return {
    name: 'inline-styles',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { path, bundle }) {
        if (path !== page || bundle === undefined) return html;
        return html.replace(/<link rel="stylesheet"[^>]* href="\.\/([^"]+)">/g, (link, name: string) => {
          const file = bundle[name];
          return file?.type === 'asset' ? `<style>${String(file.source).trim()}</style>` : link;
        });
      },
    },
  };
}
