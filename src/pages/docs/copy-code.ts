/** How long a button says that it has copied. */
const SAID = 2_000;

/** The browser's clipboard is there on https and on this machine alone: elsewhere there is no button. */
export function offerCopies(): void {
  if (!('clipboard' in navigator)) return;
  for (const figure of document.querySelectorAll<HTMLElement>('.code')) {
    const caption = figure.querySelector('figcaption');
    const code = figure.querySelector('code');
    if (caption === null || code === null) continue;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    const status = document.createElement('span');
    status.className = 'told';
    status.setAttribute('role', 'status');
    button.textContent = 'Copy';
    button.addEventListener('click', () => {
      const say = (words: string) => {
        button.textContent = words;
        status.textContent = words;
        setTimeout(() => {
          button.textContent = 'Copy';
          status.textContent = '';
        }, SAID);
      };
      navigator.clipboard.writeText(code.textContent ?? '').then(
        () => say('Copied'),
        () => say('Not copied: select it'),
      );
    });
    caption.append(button, status);
  }
}
