import type { Page } from 'playwright/test';

/** The languages whose catalogue a page has requested so far, one entry for each request. */
export function wordsOf(page: Page): readonly string[] {
  const languages: string[] = [];
  page.on('request', (request) => {
    const file = /\/assets\/([a-z]{2}(?:-BR)?)-[\w-]{8}\.js$/.exec(new URL(request.url()).pathname);
    if (file?.[1] !== undefined) languages.push(file[1]);
  });
  return languages;
}
