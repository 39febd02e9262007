import { expect, test, vi } from 'vitest';
import type { SessionHost } from '../contract.ts';
import { readSettings } from '../element/settings.ts';
import { tellRenewal } from './diagnose.ts';

vi.mock('./refusal-advice.ts', () => {
  throw new Error('The file does not come.');
});

const none = {
  document: null,
  semantics: null,
  messages: null,
  challenge: null,
  prefill: null,
  titled: false,
};
const unused = () => Promise.reject(new Error('unused'));

test("words that do not come are no error of the host's page", async () => {
  const lines: string[] = [];
  const host: SessionHost = {
    settings: () => ({ ...readSettings(() => null, null), ...none, renewToken: async () => '' }),
    emit: () => true,
    transport: { fetch: unused, loadLazy: unused, loadDetails: unused, loadDates: unused, loadWords: unused },
    element: null,
    warn: (line) => lines.push(line),
  };
  const page = 'https://careers.example.com/4711';
  const place = {
    page,
    origin: new URL(page).origin,
    isOnline: true,
    watchPolicy: () => async () => null,
    hasOwnFetch: false,
    answers: async () => false,
    told: new Set<string>(),
  };
  await expect(tellRenewal(host, '', place)).resolves.toBeUndefined();
  expect(lines).toEqual([]);
});
