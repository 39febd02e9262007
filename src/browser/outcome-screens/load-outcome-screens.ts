/* On the built site `load-outcome-screens-file.ts` replaces this file (vite.config.ts), as with `lazy/load-lazy.ts`. */
import type { StepsFile } from '../steps/contract.ts';
import type { OutcomeScreensFile } from './contract.ts';

export const loadOutcomeScreens = async (): Promise<OutcomeScreensFile> =>
  (await import('./outcome-screens-file.ts')).outcomeScreensFile;

export const loadSteps = async (): Promise<StepsFile> => (await import('../steps/steps-file.ts')).stepsFile;
