/** The page's own script, for a form that is mounted from code. */
import { type Code, comment, line, name, plain, tag, value } from './code.ts';
import type { Call } from './snippet.ts';

export const writeCall = ({ target, options }: Call, token: string): Code => [
  ...line(
    0,
    plain('const { element } = '),
    tag('ApplyForm.mount'),
    plain('('),
    ...quote(target),
    plain(', {'),
  ),
  ...Object.entries(options).flatMap(([key, text]) =>
    line(1, name(key), plain(': '), ...quote(text, token), plain(',')),
  ),
  ...line(0, plain('});')),
  ...line(0, comment('// Shown whenever the form cannot be.')),
  ...line(0, plain('element.append(document.querySelector('), ...quote(`${target} a`), plain('));')),
];

const quote = (text: string, token = ''): Code => value(JSON.stringify(text), token);
