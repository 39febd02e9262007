/** A form that is filled in one section at a time. Loaded before it is drawn, where its host wants it so. */
import { computed, type ReadonlySignal } from '../../form/signals.ts';
import type { StepsKey } from '../../locale/catalogue.ts';
import { enSteps } from '../../locale/en-steps.ts';
import { createMessages } from '../../locale/messages.ts';
import type { Steps } from '../../ui/screen.ts';
import { stepsParts } from '../../ui/steps/steps.tsx';
import styles from '../../ui/styles/steps.css?inline';
import type { Host } from '../host/host.ts';
import type { SpokenLanguage } from '../host/language.ts';
import type { Page } from '../proxy/page.ts';

export { styles };

export function createSteps(
  host: Pick<Host, 'settings'>,
  speech: ReadonlySignal<SpokenLanguage>,
  page: () => Page | null,
): Steps {
  const words = computed(() => {
    const { locale, words: all } = speech.value;
    return createMessages<StepsKey>(locale, all ?? enSteps, host.settings().messages);
  });
  const attempt = () => {
    const form = page()?.form;
    if (form) form.attempts.value += 1;
  };
  return { ...stepsParts, words, createJourney: (form) => stepsParts.createJourney(form, attempt) };
}
