import type { ReadonlySignal } from '@preact/signals';
import type { Form, View } from '../form/contract.ts';

/** `round` differs each time, so that memoised components draw again. */
type Draw = (form: Form | null, round: number) => void;

/**
 * Draws the form that is in the view, and again after whatever changes in it, once a frame. Its signals may be of another
 * copy of the library, as in an iframe, so each one is subscribed to instead of being tracked.
 *
 * @returns a function that stops, and draws that there is no form
 */
export function followForm(view: ReadonlySignal<View>, draw: Draw): () => void {
  let endings: readonly (() => void)[] = [];
  let frame = 0;
  let round = 0;
  const end = () => {
    cancelAnimationFrame(frame);
    for (const stop of endings) stop();
  };
  const stopView = view.subscribe((now) => {
    end();
    const form = now.kind === 'form' ? now.form : null;
    const drawNow = () => draw(form, ++round);
    const drawSoon = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(drawNow);
    };
    endings = signalsOf(form).map((each) => each.subscribe(drawSoon));
    drawNow();
  });
  return () => {
    stopView();
    end();
    draw(null, 0);
  };
}

function signalsOf(form: Form | null): readonly ReadonlySignal<unknown>[] {
  if (form === null) return [];
  const { wording, visible, submission, correcting, order } = form;
  return [wording, visible, submission, correcting, ...order.map(({ entry }) => entry)];
}
