/** At the first touch of a form that is shown, finds attributes that it does not know; the sentences are in another file. */

import type { View } from '../../form/contract.ts';
import { effect, type ReadonlySignal } from '../../form/signals.ts';
import type { Platform, SessionHost } from '../contract.ts';

interface CheckTools {
  readonly host: SessionHost;
  readonly view: ReadonlySignal<View>;
  readonly signal: AbortSignal;
  readonly loadDiagnosis: Platform['loadDiagnosis'];
}

export function checkSettings({ host, view, signal, loadDiagnosis }: CheckTools): void {
  const check = async () => {
    if (view.value.kind === 'form' && mayHaveUnknown(host)) (await loadDiagnosis())?.tellUnknown(host);
  };
  signal.addEventListener(
    'abort',
    effect(() => void check()),
  );
}

/** Attributes of every element that a page uses most, for which nothing is loaded. */
const plain = /^(class|id|style)$|^(data|aria)-|^on/;
/** Properties that are no attributes: document, semantics, messages, challenge, prefill. */
const rich = /^(doc|sem|mes|cha|pre)/;

function mayHaveUnknown({ element, settings }: SessionHost): boolean {
  const known = settings();
  return [...(element?.attributes ?? [])].some(
    ({ name }) => !plain.test(name) && (rich.test(name) || !(name.replace('-l', 'L') in known)),
  );
}
