/** What the form knows of the file with its steps. Types alone. */
import type { ReadonlySignal } from '../../form/signals.ts';
import type { Dress } from '../../ui/steps/dress.tsx';
import type { SessionHost, SpokenLanguage } from '../contract.ts';
import type { Page } from '../pages/page.ts';

export interface StepsFile {
  readonly styles: string;
  createSteps(
    host: Pick<SessionHost, 'settings'>,
    speech: ReadonlySignal<SpokenLanguage>,
    page: () => Page | null,
  ): Dress;
}
