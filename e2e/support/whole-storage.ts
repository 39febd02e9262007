/** Everything that a browser holds of the pages of one origin, as text, to be searched for what must not be there. */
import type { BrowserContext, Frame, Page } from 'playwright/test';

/** Of a page, or of the frame inside it. */
export async function wholeStorage(place: Page | Frame, context: BrowserContext): Promise<string> {
  const inside = await place.evaluate(readAll);
  const cookies = await context.cookies();
  return JSON.stringify([inside, cookies]);
}

/** Runs in the page. What is no text, such as a key that gives nothing out, is named by its kind. */
async function readAll(): Promise<unknown> {
  const reading = <Value>(request: IDBRequest<Value>) =>
    new Promise<Value>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const databases = await Promise.all(
    (await indexedDB.databases()).map(async ({ name = '' }) => {
      const database = await reading(indexedDB.open(name));
      const stores = [...database.objectStoreNames].map(async (store) => {
        const held = database.transaction(store).objectStore(store);
        return [store, await reading(held.getAllKeys()), await reading(held.getAll())];
      });
      const read = [name, await Promise.all(stores)];
      database.close();
      return read;
    }),
  );
  const cached = await Promise.all(
    (await caches.keys()).map(async (name) => {
      const cache = await caches.open(name);
      const texts = (await cache.keys()).map(async (request) => [
        request.url,
        await (await cache.match(request))?.text(),
      ]);
      return [name, await Promise.all(texts)];
    }),
  );
  return {
    ...{ local: { ...localStorage }, tab: { ...sessionStorage } },
    databases,
    cached,
    history: history.state,
  };
}

/** Plants a word in every place that `wholeStorage` reads. */
export const plantEverywhere = (page: Page, word: string): Promise<void> =>
  page.evaluate(async (planted) => {
    localStorage.setItem('local', `${planted} local`);
    sessionStorage.setItem('tab', `${planted} tab`);
    // biome-ignore lint/suspicious/noDocumentCookie: the other way needs a secure page in some engines.
    document.cookie = `cookie=${planted}-cookie`;
    history.replaceState({ planted: `${planted} history` }, '');
    await (await caches.open('cache')).put('/planted', new Response(`${planted} cache`));
    await new Promise<void>((resolve, reject) => {
      const opening = indexedDB.open('database', 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore('store');
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => {
        const writing = opening.result.transaction('store', 'readwrite');
        writing.objectStore('store').put({ text: `${planted} database` }, 'key');
        writing.oncomplete = () => {
          opening.result.close();
          resolve();
        };
      };
    });
  }, word);
