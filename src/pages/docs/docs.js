/** Adds a copy button to each block of code. */
for (const code of document.querySelectorAll('pre')) {
  const text = code.textContent ?? '';
  const button = document.createElement('button');
  button.className = 'quiet';
  button.textContent = 'Copy';
  button.setAttribute('aria-label', `Copy: ${text.split('\n', 1)[0]}`);
  const status = document.createElement('span');
  status.setAttribute('role', 'status');
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(text);
      status.textContent = 'Copied';
    } catch {
      // Browsers refuse this, for example, on a page without HTTPS.
      status.textContent = 'Select the text, then copy it.';
    }
  });
  code.before(button, status);
}
