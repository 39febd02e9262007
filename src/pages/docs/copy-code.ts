import { copyText, notCopied } from '../copy-text.ts';

/** How long a button says that it has copied, and how long it stands what to do where it cannot. */
const [SAID, TOLD] = [2_000, 12_000];

export function offerCopies(): void {
  for (const figure of document.querySelectorAll<HTMLElement>('.code')) {
    const caption = figure.querySelector('figcaption');
    const code = figure.querySelector('code');
    if (caption !== null && code !== null) caption.append(...copyButton(code.textContent ?? ''));
  }
}

function copyButton(code: string): readonly [HTMLButtonElement, HTMLSpanElement] {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  const status = document.createElement('span');
  status.setAttribute('role', 'status');
  const show = (shown: string, said: string) => {
    button.textContent = shown;
    // Of all the buttons of a page, which: those who hear it have not seen the code beside it.
    button.setAttribute('aria-label', `${shown}: ${firstLineOf(code)}`);
    status.className = said === notCopied ? 'not-copied' : 'told';
    status.textContent = said;
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  button.addEventListener('click', async () => {
    const isCopied = await copyText(code);
    clearTimeout(timer);
    show(isCopied ? 'Copied' : 'Copy', isCopied ? 'Copied' : notCopied);
    timer = setTimeout(() => show('Copy', ''), isCopied ? SAID : TOLD);
  });
  show('Copy', '');
  return [button, status];
}

/** More of a line does not help to tell it from another. */
const LONGEST = 60;

function firstLineOf(code: string): string {
  const line = code.trim().split('\n', 1)[0] ?? '';
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}
