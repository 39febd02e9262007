/** The lines besides the HTML: the page's security policy, and what the form's server must know about the page. */
import { type Code, line, name, plain, tag, value } from './code.ts';
import type { Access, Snippet } from './snippet.ts';

/** @param styleHash as written in a policy; null when the page has no style */
export function writePolicy({ policy }: Snippet, styleHash: string | null): Code {
  const styles = styleHash === null ? {} : { 'style-src': [styleHash] };
  const directives = Object.entries({ ...policy, ...styles });
  return [
    tag('Content-Security-Policy'),
    plain(': '),
    ...directives.flatMap(([directive, sources], index) => [
      plain(index === 0 ? '' : '; '),
      name(directive),
      plain(' '),
      ...value(sources.join(' ')),
    ]),
  ];
}

export const writeEnvironment = (access: Access): Code => [
  ...line(0, name('APPLY_ORIGINS'), plain('='), ...value('https://careers.example.com')),
  ...(access.kind === 'job' ? line(0, name('APPLY_PUBLIC_JOBS'), plain('='), ...value(access.job)) : []),
];

/** null when the browser offers no cryptography, as on a page served over plain HTTP from another machine. */
export async function hashOf(text: string): Promise<string | null> {
  if (globalThis.crypto?.subtle === undefined) return null;
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return `'sha256-${btoa(String.fromCharCode(...bytes))}'`;
}
