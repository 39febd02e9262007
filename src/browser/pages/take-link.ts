/**
 * The link by which one of our own pages was opened. Address bars are read over shoulders, screenshots are shared, and
 * histories are kept: what opens an application is taken out of the address at once. Where a reload finds it again is
 * the storage of this tab, under a name that the tab's history remembers; another link of the same tab has another name.
 */
import { type AttributeName, attributeNames } from '../host/settings.ts';

/** A link decides how our page looks and who applies, never where answers or applicants go: no `endpoint`, no `next`. */
const closed: readonly AttributeName[] = ['endpoint', 'mode', 'isolation', 'next'];

export type FragmentAttributes = Partial<Record<AttributeName, string>>;

/** @param fragment with or without `#` */
export function readFragment(fragment: string): FragmentAttributes {
  const given = new URLSearchParams(fragment.replace(/^#/, ''));
  // An address is kept, copied and read by others.
  if (given.has('prefill'))
    console.warn('<apply-form> takes no prefill from an address: set it as a property, or with the session.');
  const open = attributeNames.filter((name) => !closed.includes(name));
  return Object.fromEntries(
    open.flatMap((name) =>
      given
        .getAll(name)
        .slice(0, 1)
        .map((value) => [name, value]),
    ),
  );
}

export interface Link {
  readonly attributes: FragmentAttributes;
  /** What is yet to be exchanged for a token; null: nothing. */
  readonly code: string | null;
  /** What this page calls itself when it exchanges the code: it may ask again where the reply was lost. */
  readonly attempt: string;
}

export interface TakenLink extends Link {
  /** From now on a reload finds this. */
  keep(link: Link): void;
}

/** Under this name the tab's history remembers which link it was. */
const MEMORY = 'applyForm';

const plain = (attributes: FragmentAttributes): Link => ({ attributes, code: null, attempt: '' });

export function takeLink(): TakenLink {
  // The same address pasted again with another token changes only the fragment: nothing is loaded by itself.
  addEventListener('hashchange', () => {
    if (location.hash !== '') location.reload();
  });
  const { hash, pathname, search } = location;
  const name: unknown = history.state?.[MEMORY];
  if (hash.length < 2) return typeof name === 'string' ? remembered(name) : { ...plain({}), keep() {} };
  const link = readLink(hash);
  // The link to a public job is there to be copied on.
  if (link.code === null && !link.attributes.token) return { ...link, keep() {} };
  const fresh = link.attempt;
  const kept = keep(fresh, link);
  // A browser that stores nothing: a token stays where it was before there were codes.
  history.replaceState({ [MEMORY]: kept || link.code !== null ? fresh : hash }, '', pathname + search);
  return { ...link, keep: (later) => void keep(fresh, later) };
}

/** Mail programs add what stands behind a link to it: a code is only as long as it is. */
function readLink(hash: string): Link {
  const given = /[#&]code=([^&]*)/.exec(hash)?.[1];
  const code = given === undefined ? null : (/^[ri]-[0-9a-f]{40}/.exec(given)?.[0] ?? given);
  return { attributes: readFragment(hash), code, attempt: attemptUnderWay(code) || randomName() };
}

/** A reload in the first moment still has the code in the address: it asks again as what asked before. */
function attemptUnderWay(code: string | null): string {
  if (code === null) return '';
  try {
    const names = Object.keys(sessionStorage).filter((key) => key.startsWith(PREFIX));
    const links = names.map((key) => recall(key.slice(PREFIX.length)));
    return links.find((link) => link?.code === code)?.attempt ?? '';
  } catch {
    return '';
  }
}

function remembered(name: string): TakenLink {
  if (name.startsWith('#')) return { ...plain(readFragment(name)), keep() {} };
  return { ...(recall(name) ?? plain({})), keep: (later) => void keep(name, later) };
}

const PREFIX = 'apply-form link ';

const keyOf = (name: string) => `${PREFIX}${name}`;

/** false: this browser stores nothing here. */
function keep(name: string, { attributes, code, attempt }: Link): boolean {
  try {
    const fragment = new URLSearchParams({ ...attributes, ...(code === null ? {} : { code, attempt }) });
    sessionStorage.setItem(keyOf(name), fragment.toString());
    return true;
  } catch {
    return false;
  }
}

function recall(name: string): Link | null {
  try {
    const kept = sessionStorage.getItem(keyOf(name));
    if (kept === null) return null;
    const given = new URLSearchParams(kept);
    return { attributes: readFragment(kept), code: given.get('code'), attempt: given.get('attempt') ?? '' };
  } catch {
    return null;
  }
}

/** 128 bits. `crypto.randomUUID` is missing on pages that came over plain HTTP. */
const randomName = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
