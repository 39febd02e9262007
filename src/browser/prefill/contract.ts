/** What the form knows of the file that fills in, and what it gives to it. Types alone. */
import type { jsx } from 'preact/jsx-runtime';
import type { Answer } from '../../core/model/answer.ts';
import type { Signal } from '../../form/signals.ts';
import type { announce } from '../../ui/announcements/announcer.ts';
import type { Dress } from '../../ui/steps/dress.tsx';
import type { FillingTools } from '../contract.ts';
import type { DraftModules } from '../drafts/draft-modules.ts';

/** Modules are passed in rather than imported, because a file that the lazy file loads shares none with it. */
export interface FillsIn {
  /** Puts in what the host knows already, into the form that is shown. */
  fillIn(): Promise<void>;
}

export interface PrefillDrawing extends Pick<FillingTools, 'host' | 'view' | 'signal' | 'inTime' | 'page'> {
  readonly announce: typeof announce;
  readonly jsx: typeof jsx;
  /** What draws around the form, such as its steps. */
  readonly dress: Signal<Dress | null>;
}

export interface PrefillTools
  extends Pick<FillingTools, 'speech'>,
    Pick<DraftModules, 'fill' | 'computed' | 'effect' | 'createSignal'>,
    PrefillDrawing {
  /** Every answer that was put in, of all forms of the page. */
  readonly prefilled: WeakSet<Answer>;
}
