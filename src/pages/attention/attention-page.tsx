import { useLayoutEffect, useState } from 'preact/hooks';
import type { Desk } from './ask-server.ts';
import { DeskPage } from './desk-page.tsx';
import { Unlock } from './unlock.tsx';

export interface Opened {
  /** Stored in the memory of this page only. */
  readonly key: string;
  readonly desk: Desk;
}

export function AttentionPage({ isSandbox }: { readonly isSandbox: boolean }) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [note, setNote] = useState('');
  const lock = (why: string) => {
    setNote(why);
    setOpened(null);
  };
  useLayoutEffect(() => (opened === null ? undefined : lockUnused(lock)), [opened === null]);
  return opened === null ? (
    <Unlock note={note} isSandbox={isSandbox} open={setOpened} />
  ) : (
    <DeskPage opened={opened} lock={lock} />
  );
}

/** Milliseconds without use after which the key is forgotten: 15 minutes. */
const IDLE = 900_000;

/** Locks the page when it is left or unused. Returns a function that ends this. */
function lockUnused(lock: (why: string) => void): () => void {
  const end = new AbortController();
  let usedAt = Date.now();
  const look = () => {
    if (Date.now() - usedAt >= IDLE) lock('Locked after 15 minutes without use. The key is forgotten.');
  };
  // Timers stop while a machine sleeps, so the age is checked before each use as well.
  const use = () => {
    look();
    usedAt = Date.now();
  };
  const timer = setInterval(look, 1_000);
  end.signal.addEventListener('abort', () => clearInterval(timer));
  for (const name of ['keydown', 'pointerdown', 'wheel'])
    addEventListener(name, use, { passive: true, capture: true, signal: end.signal });
  // The browser's "Back" cache would keep the key.
  addEventListener('pagehide', () => lock(''), { signal: end.signal });
  return () => end.abort();
}
