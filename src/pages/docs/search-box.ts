import { createSearch, type Found, type Search } from './search-places.ts';

/** Of `search.json`, which the build writes. */
interface SearchFile {
  readonly titles: Readonly<Record<string, string>>;
  readonly places: readonly (readonly [page: string, anchor: string, heading: string, text: string])[];
}

/** The box stands there with a script alone; the words of all pages come when it is used first. */
export function offerSearch(): void {
  const box = document.querySelector<HTMLElement>('.search');
  const input = box?.querySelector('input');
  const found = box?.querySelector<HTMLElement>('.found');
  const status = box?.querySelector<HTMLElement>('.told');
  if (!box || !input || !found || !status) return;
  box.hidden = false;
  const once = loadOnce();
  const show = async () => {
    const query = input.value.trim();
    if (query === '') return close();
    const search = await once();
    // What was typed meanwhile is shown by its own event.
    if (query !== input.value.trim()) return;
    found.replaceChildren(...(search === null ? [unreachable()] : listed(search(query), query)));
    found.dataset['query'] = query;
    found.hidden = false;
    status.textContent = found.firstElementChild?.matches('ul')
      ? `${found.querySelectorAll('li').length} places found`
      : (found.textContent ?? '');
  };
  const close = () => {
    found.hidden = true;
    // So that Enter does not follow what was found for other words.
    found.replaceChildren();
    status.textContent = '';
  };
  input.addEventListener('focus', () => void once());
  input.addEventListener('input', () => void show());
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Node && !box.contains(target)) close();
  });
  box.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !box.contains(relatedTarget)) close();
  });
  found.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a') !== null) close();
  });
  box.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !found.hidden) {
      event.preventDefault();
      close();
      input.focus();
    }
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') step(event, input, found);
    if (event.key === 'Enter' && event.target === input && !event.isComposing) openFirst(input, found);
  });
}

/** Not of earlier words, while those of the last ones have not come. */
function openFirst(input: HTMLInputElement, found: HTMLElement): void {
  if (!found.hidden && found.dataset['query'] === input.value.trim()) found.querySelector('a')?.click();
}

/** Up and down go through the places; Tab does as well. */
function step(event: KeyboardEvent, input: HTMLElement, found: HTMLElement): void {
  const stops: readonly (Element | null)[] = [input, ...(found.hidden ? [] : found.querySelectorAll('a'))];
  const now = stops.indexOf(document.activeElement);
  const next = stops[now + (event.key === 'ArrowDown' ? 1 : -1)];
  if (!(next instanceof HTMLElement)) return;
  event.preventDefault();
  next.focus();
}

/** null: the file did not come. A later try asks again. */
function loadOnce(): () => Promise<Search | null> {
  let asked: Promise<Search | null> | null = null;
  const load = async () => {
    const file = await readFile().catch(() => null);
    if (file === null) {
      asked = null;
      return null;
    }
    const { titles, places } = file;
    return createSearch(
      places.map(([page, anchor, heading, text]) => ({
        page,
        title: titles[page] ?? '',
        anchor,
        heading,
        text,
      })),
    );
  };
  return () => {
    asked ??= load();
    return asked;
  };
}

async function readFile(): Promise<SearchFile | null> {
  const reply = await fetch('./search.json');
  return reply.ok ? reply.json() : null;
}

function unreachable(): HTMLElement {
  const words = document.createElement('p');
  words.textContent = 'The search could not be loaded. All pages are in the list.';
  return words;
}

function listed(places: readonly Found[], query: string): readonly HTMLElement[] {
  if (places.length === 0) {
    const words = document.createElement('p');
    words.textContent = `No page has “${query}”. Try fewer words, or a shorter one.`;
    return [words];
  }
  const list = document.createElement('ul');
  list.append(...places.map(entry));
  return [list];
}

function entry({ place, excerpt }: Found): HTMLElement {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = `./${place.page}#${place.anchor}`;
  const heading = document.createElement('strong');
  heading.textContent = place.heading;
  const where = document.createElement('span');
  where.className = 'where';
  where.textContent = place.title === place.heading ? '' : place.title;
  const words = document.createElement('span');
  words.textContent = excerpt;
  link.append(heading, where, words);
  item.append(link);
  return item;
}
