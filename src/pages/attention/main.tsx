import { render } from 'preact';
import { createActs } from './acts.ts';
import { createAskServer } from './ask-server.ts';
import { AttentionPage } from './attention-page.tsx';
import { createDesk } from './desk.ts';
import { lockUnused } from './lock-unused.ts';
import { findPages } from './own-pages.ts';

const desk = createDesk({ ask: createAskServer((input, init) => fetch(`.${input}`, init)), now: Date.now });
const acts = createActs(desk, saveFile);
const place = document.getElementById('page');
if (place !== null) {
  place.replaceChildren();
  render(<AttentionPage desk={desk} acts={acts} pages={findPages(fetch)} />, place);
  lockUnused(desk);
}

function saveFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
