/** Which of our other pages this server has: the demo and the sandbox only in sandbox mode. */
import { type ReadonlySignal, signal } from '@preact/signals';

export interface OwnPage {
  readonly name: string;
  readonly address: string;
}

const [demo, docs, sandbox]: readonly [OwnPage, OwnPage, OwnPage] = [
  { name: 'Demo', address: './' },
  { name: 'Docs', address: './docs/' },
  { name: 'Sandbox', address: './sandbox/' },
];

export const hasSandbox = (pages: readonly OwnPage[]): boolean =>
  pages.some(({ address }) => address === sandbox.address);

/** The sandbox may be for its own machine alone, so each is asked whether it opens here. */
export function findPages(send: typeof fetch): ReadonlySignal<readonly OwnPage[]> {
  const found = signal<readonly OwnPage[]>([]);
  const opens = ({ address }: OwnPage) =>
    send(address, { method: 'HEAD', credentials: 'omit', headers: { accept: 'text/html' } }).then(
      ({ ok }) => ok,
      () => false,
    );
  const isThere = async (page: OwnPage) => ((await opens(page)) ? [page] : []);
  void Promise.all([isThere(demo), isThere(docs), isThere(sandbox)]).then((pages) => {
    found.value = pages.flat();
  });
  return found;
}
