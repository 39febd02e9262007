/** What the host hears, and what the developer of its page reads in the console while the form goes on. */
import type { Failure } from '../../core/model/failure.ts';
import type { Host as PageHost } from '../host/host.ts';
import { attributeNames } from '../host/settings.ts';
import type { Trouble } from '../proxy/request.ts';

type Host = Pick<PageHost, 'emit' | 'settings' | 'warn'>;

export const tellError = ({ emit }: Pick<Host, 'emit'>, { code, retryable, retryAfter }: Failure): boolean =>
  emit('apply-error', { code, retryable, retryAfter });

export const renewalFault =
  'got no fresh token from renewToken: it must be a function that gives a Promise of one that was made just now.';

/** There is no fresh token while answers or files are being sent; the form keeps them. */
export function tellRenewal({ settings, warn }: Host): void {
  if (settings().renewToken !== null) warn(`${renewalFault} The form keeps what was typed.`);
}

/** The reply of something that is not our proxy. */
export const blockedAdvice = ({ address, status }: { readonly address?: string; readonly status: number }) =>
  `was answered with ${status} by something in front of ${address}, or in its place: check that address, and let what is there pass every path, method and size of the form's requests.`;

/** Something in between refused what was sent; the form keeps it. */
export function tellBlocked({ warn }: Pick<Host, 'warn'>, trouble: Trouble): void {
  if ('status' in trouble) warn(blockedAdvice(trouble));
}

/** What every element may have, and what libraries add. */
const everyElements =
  /^(accesskey|autofocus|class|contenteditable|dir|draggable|enterkeyhint|exportparts|hidden|id|inert|inputmode|is|item\w+|nonce|part|popover|role|slot|spellcheck|style|tabindex|title|translate|xmlns)$|^(aria|data|hx|ng|v|x)-|^on|[^a-z-]/;

const known: readonly string[] = attributeNames;

/** One sentence for each, without its subject. */
export const unknownAttributes = (element: Element | null): readonly string[] =>
  [...(element?.attributes ?? [])]
    .filter(({ name }) => !known.includes(name) && !everyElements.test(name))
    .map(
      ({ name }) =>
        `does not know the attribute ${name} (data-apply-${name} of a script tag): it knows ${known.join(', ')}.`,
    );
