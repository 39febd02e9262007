/**
 * The form of a public job that `page-guard.html` asked for before the files of the page had come: given to
 * the request for exactly that.
 */
import type { Transport } from '../session/transport.ts';

declare global {
  interface Window {
    applyFormEarly?: { readonly address: string; readonly body: string; readonly reply: Promise<Response> };
  }
}

export function takeEarlyForm(transport: Transport): Transport {
  let early = window.applyFormEarly;
  return {
    ...transport,
    fetch(input, init) {
      const { address, body, reply } = early ?? {};
      if (reply === undefined || input !== address || init?.body !== body)
        return transport.fetch(input, init);
      early = undefined;
      return reply;
    },
  };
}
