import type { Form, View } from '../../form/contract.ts';
import { prefilled } from '../../form/prefilled.ts';
import { computed, effect, type ReadonlySignal } from '../../form/signals.ts';

interface WarnTools {
  readonly view: ReadonlySignal<View>;
  readonly signal: AbortSignal;
  readonly isStored: ReadonlySignal<boolean | null>;
}

/** For unsent answers that are stored nowhere else, the browser asks for confirmation before the page is left. */
export function warnBeforeLeaving({ view, signal, isStored }: WarnTools): void {
  const hasUnsent = computed(() => {
    const shown = view.value;
    return shown.kind === 'form' && !shown.preview && !isStored.value && isUnsent(shown.form);
  });
  const ask = (event: Event) => event.preventDefault();
  const end = effect(() => {
    if (!hasUnsent.value) return undefined;
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  });
  signal.addEventListener('abort', end);
}

/** What the host's page has filled in comes again from there. */
const isUnsent = ({ submission, correcting, progress, order }: Form): boolean =>
  (submission.value.kind !== 'accepted' || correcting.value) &&
  progress.value.answered > 0 &&
  order.some(({ entry }) => entry.value !== null && !prefilled.has(entry.value));
