/**
 * At the first touch, finds attributes that probably do not mean what their author intended. The sentences are in a
 * separate file.
 */

import type { View } from '../../form/contract.ts';
import type { effect, ReadonlySignal } from '../../form/signals.ts';
import type { Platform, SessionHost, SpokenLanguage } from '../contract.ts';

interface CheckTools {
  readonly host: SessionHost;
  readonly view: ReadonlySignal<View>;
  readonly speech: ReadonlySignal<SpokenLanguage>;
  readonly signal: AbortSignal;
  readonly loadDiagnosis: Platform['loadDiagnosis'];
  /** Passed in rather than imported, because its file shares no module with the lazy one. */
  readonly effect: typeof effect;
}

/** Runs for each form that is shown; a form that cannot be opened is checked when its failure is diagnosed. */
export function checkSettings({ host, view, speech, signal, loadDiagnosis, effect }: CheckTools): void {
  // The form may have gone while this file was loaded.
  if (signal.aborted) return;
  const check = async () => {
    if (view.value.kind === 'form' && looksOdd(host, speech.value))
      void (await loadDiagnosis())?.tellOddities(host, speech.peek());
  };
  signal.addEventListener(
    'abort',
    effect(() => void check()),
  );
}

/**
 * Attributes valid on every element; `endpoint` has several valid spellings. `odd-settings.ts` checks in more detail.
 */
const plain = /^(class|id|style|hidden|dir|endpoint)$|^(data|aria)-|^on/;

/** An attribute whose value in effect differs from what was written was not understood. */
function looksOdd({ element, settings }: SessionHost, { language }: SpokenLanguage): boolean {
  const read = settings();
  const { job, token, tenant, lang } = read;
  const isOdd = ({ name, value }: Attr) =>
    !plain.test(name) && value !== `${Reflect.get(read, name.replace('-l', 'L'))}`;
  return (
    [...(element?.attributes ?? [])].some(isOdd) ||
    Object.keys(element ?? {}).some((name) => /^[a-z]{3,}$/i.test(name)) ||
    (token !== null && (job !== null || tenant !== 'default')) ||
    (language === 'en' && !/^en\b/i.test(lang ?? language))
  );
}
