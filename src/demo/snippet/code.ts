/** Code to be shown and copied: its text in parts, so that it can be coloured without being read again. */

export interface Part {
  /** `token`: shortened on screen, copied in full. */
  readonly kind: 'plain' | 'tag' | 'name' | 'value' | 'token' | 'comment';
  readonly text: string;
}

export type Code = readonly Part[];

export const textOf = (code: Code): string => code.map(({ text }) => text).join('');

export const plain = (text: string): Part => ({ kind: 'plain', text });
export const tag = (text: string): Part => ({ kind: 'tag', text });
export const name = (text: string): Part => ({ kind: 'name', text });
export const comment = (text: string): Part => ({ kind: 'comment', text });

/** @param token marked wherever it occurs; '' for none */
export function value(text: string, token = ''): Code {
  const at = token === '' ? -1 : text.indexOf(token);
  if (at < 0) return [{ kind: 'value', text }];
  const around = [text.slice(0, at), text.slice(at + token.length)] as const;
  return [
    { kind: 'value', text: around[0] },
    { kind: 'token', text: token },
    { kind: 'value', text: around[1] },
  ];
}

/** Indents by two spaces per level. */
export const line = (level: number, ...parts: Code): Code => [
  plain('  '.repeat(level)),
  ...parts,
  plain('\n'),
];
