/** Offers to copy each block of code. */
for (const code of document.querySelectorAll('pre')) {
  const text = code.textContent ?? '';
  const button = document.createElement('button');
  button.className = 'quiet';
  button.textContent = 'Copy';
  button.setAttribute('aria-label', `Copy: ${text.split('\n', 1)[0]}`);
  const said = document.createElement('span');
  said.setAttribute('role', 'status');
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(text);
      said.textContent = 'Copied';
    } catch {
      // For example a page that came without HTTPS.
      said.textContent = 'Select the text, then copy it.';
    }
  });
  code.before(button, said);
}
