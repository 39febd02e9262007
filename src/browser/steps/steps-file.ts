/** A form that is filled in one section at a time. Loaded before it is drawn, where its host wants it so. */
import { computed } from '../../form/signals.ts';
import type { StepsKey } from '../../locale/catalogue.ts';
import { enSteps } from '../../locale/en-steps.ts';
import { createMessages } from '../../locale/messages.ts';
import { createDress } from '../../ui/steps/dress.tsx';
import styles from '../../ui/styles/steps.css?inline';
import type { StepsFile } from './contract.ts';

export const stepsFile: StepsFile = {
  styles,
  createSteps(host, speech, page) {
    const words = computed(() => {
      const { locale, words: all } = speech.value;
      return createMessages<StepsKey>(locale, all ?? enSteps, host.settings().messages);
    });
    const attempt = () => {
      const form = page()?.form;
      if (form) form.attempts.value += 1;
    };
    return createDress({ words, attempt });
  },
};
