// @vitest-environment happy-dom
import '@testing-library/jest-dom/vitest';
import { cleanup, render, screen, waitFor } from '@testing-library/preact';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { type Choices, firstChoices } from '../choices.ts';
import { textOf } from './code.ts';
import { plainWish, release as published } from './snippet.support.ts';
import { type Access, type Release, snippetOf } from './snippet.ts';
import { SnippetPanel } from './snippet-panel.tsx';
import { wholeHtml, writeHtml } from './write-html.ts';

afterEach(cleanup);

const token: Access = { kind: 'token', token: 'eyJ.a.b' };

function draw(chosen: Partial<Choices> = {}, access: Access = token, release: Release | null = null) {
  const choices = { ...firstChoices, ...chosen };
  const wish = { ...plainWish, ...choices, release: null };
  const snippet = snippetOf({ ...wish, access });
  const visitors = snippetOf(wish);
  const onChoose = vi.fn();
  render(<SnippetPanel {...{ choices, access, snippet, visitors, release, onChoose }} />);
  return { snippet, onChoose, user: userEvent.setup() };
}

const copied = () => navigator.clipboard.readText();

test('the button copies all of the text, the shortened token too, and says so politely', async () => {
  const { snippet, user } = draw();
  await user.click(screen.getByRole('button', { name: 'Copy HTML for a known applicant' }));
  expect(await copied()).toBe(textOf(writeHtml(snippet)));
  expect(await copied()).toContain('eyJ.a.b');
  await waitFor(() =>
    expect(screen.getByRole('status')).toHaveTextContent('HTML for a known applicant: copied'),
  );
  expect(screen.getByRole('button', { name: 'Copied HTML for a known applicant' })).toBeInTheDocument();
});

test('what was copied last is no longer what is shown after another choice', async () => {
  const { user } = draw();
  await user.click(screen.getByRole('button', { name: 'Copy HTML' }));
  await screen.findByRole('button', { name: 'Copied HTML' });
  cleanup();
  draw({ lang: 'de' });
  expect(screen.queryByRole('button', { name: /^Copied/ })).not.toBeInTheDocument();
});

test('a browser that lets no page copy is said, with what to do', async () => {
  const { user } = draw();
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'));
  await user.click(screen.getByRole('button', { name: 'Copy HTML' }));
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('select the text'));
  expect(screen.getByRole('button', { name: 'Copy HTML' })).toBeInTheDocument();
});

test('each block that is there can be reached by keyboard and has a name', () => {
  draw({ embed: 'code', brand: 'bank' });
  const regions = screen.getAllByRole('region').filter((each) => each.tabIndex === 0);
  expect(regions.map((each) => each.getAttribute('aria-label'))).toEqual([
    'HTML',
    'Your own script',
    'HTML for a known applicant',
    'Style, in the head',
    'Response header of your page',
    'The form’s server',
  ]);
});

test('the header names the hash of the style block', async () => {
  draw({ brand: 'bank' });
  const header = screen.getByRole('region', { name: 'Response header of your page' });
  await waitFor(() => expect(header).toHaveTextContent(/; style-src 'sha256-[\w+/]{43}='$/));
});

test('a pinned script is offered where the server has one', async () => {
  draw();
  expect(screen.queryByLabelText('Script')).not.toBeInTheDocument();
  cleanup();
  const { user, onChoose } = draw({}, token, published);
  await user.selectOptions(screen.getByLabelText('Script'), '1.2.3, with its hash');
  expect(onChoose).toHaveBeenCalledWith({ ...firstChoices, version: 'pinned' });
});

test('for an iframe it is the helper that is pinned, since the page inside is always the newest', () => {
  draw({ embed: 'iframe' }, token, published);
  expect(screen.getByLabelText('Helper')).toBeInTheDocument();
  expect(screen.queryByLabelText('Script')).not.toBeInTheDocument();
  expect(screen.getByText(/always the newest; the helper/)).toBeInTheDocument();
});

test('a brand says which background its colours are made for', () => {
  const { snippet } = draw({ brand: 'bank' });
  expect(screen.getByText(/made for a page with the background/)).toHaveTextContent(
    snippet.style?.tokens['--apply-color-bg'] ?? 'none',
  );
  cleanup();
  draw();
  expect(screen.queryByText(/made for a page with the background/)).not.toBeInTheDocument();
});

test('a visitor’s HTML stands first, and one with a token only where the applicant is known', () => {
  draw({}, { kind: 'job', job: '4711' });
  expect(screen.getByRole('region', { name: 'HTML' })).toHaveTextContent('job="4711"');
  expect(screen.queryByRole('region', { name: 'HTML for a known applicant' })).not.toBeInTheDocument();
  cleanup();
  draw();
  expect(screen.getByRole('region', { name: 'HTML' })).toHaveTextContent('job="4711"');
  expect(screen.getByText(/your server asks for it with/)).toBeVisible();
});

test('from code, one piece of HTML has the call as well', () => {
  const whole = textOf(wholeHtml(snippetOf({ ...plainWish, embed: 'code' })));
  expect(whole).toMatch(/<script type="module">\nconst \{ element \} = ApplyForm\.mount\(/);
});
