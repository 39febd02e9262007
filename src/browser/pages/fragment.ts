/**
 * What a link to `/form` or `/frame` carries behind `#`: the token and other attributes as `name=value`.
 * The fragment never reaches a server or a log, and is taken out of the address at once.
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
