import type { Form, View } from '../../form/contract.ts';
import { computed, effect, type ReadonlySignal } from '../../form/signals.ts';
import type { Ways } from './ways.ts';

interface WarnTools {
  readonly view: ReadonlySignal<View>;
  readonly signal: AbortSignal;
  readonly beforeLeaving: Ways['beforeLeaving'];
}

/** Answers that were not sent are nowhere but in this page: the browser asks before it is left. */
export function warnBeforeLeaving({ view, signal, beforeLeaving }: WarnTools): void {
  const hasUnsent = computed(() => {
    const shown = view.value;
    return shown.kind === 'form' && !shown.preview && isUnsent(shown.form);
  });
  const ask = (event: Event) => event.preventDefault();
  const end = effect(() => (hasUnsent.value ? beforeLeaving(ask) : undefined));
  signal.addEventListener('abort', end);
}

const isUnsent = ({ submission, correcting, progress }: Form): boolean =>
  (submission.value.kind !== 'accepted' || correcting.value) && progress.value.answered > 0;
