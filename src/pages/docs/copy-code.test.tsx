import { screen, waitFor } from '@testing-library/preact';
import { afterEach, expect, test, vi } from 'vitest';
import { offerCopies } from './copy-code.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

/** A page with blocks of this code. */
function showBlocks(...blocks: readonly string[]): void {
  for (const code of blocks) {
    const figure = document.createElement('figure');
    figure.className = 'code';
    const text = document.createElement('code');
    text.textContent = code;
    figure.append(document.createElement('figcaption'), text);
    document.body.append(figure);
  }
  offerCopies();
}

test('each button is heard with the first line of what it copies', () => {
  showBlocks('npm ci\nnpm start\n', 'x'.repeat(90));
  expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
    'Copy: npm ci',
    `Copy: ${'x'.repeat(60)}…`,
  ]);
});

test('a block is copied unchanged', async () => {
  const writeText = vi.fn(async () => undefined);
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  showBlocks('npm ci\nnpm start\n');
  screen.getByRole('button', { name: 'Copy: npm ci' }).click();
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Copied'));
  expect(writeText.mock.calls).toEqual([['npm ci\nnpm start\n']]);
});

test('where the page has no clipboard, the code is followed by what to do', async () => {
  vi.stubGlobal('navigator', {});
  showBlocks('npm ci');
  screen.getByRole('button').click();
  const said = await screen.findByText(/select the text, then copy it\.$/);
  expect(said.className).toBe('not-copied');
  expect(screen.getByRole('button').textContent).toBe('Copy');
});
