/** Locks the page once it is not used. */
import type { Desk } from './desk.ts';

/** Milliseconds between two looks at whether it is time. */
const LOOK = 1_000;

export function lockUnused(desk: Desk): void {
  const look = () => {
    desk.lockUnused();
    desk.unsay();
  };
  setInterval(look, LOOK);
  document.addEventListener('visibilitychange', look);
  for (const use of ['keydown', 'pointerdown', 'wheel'])
    addEventListener(use, () => desk.touch(), { passive: true, capture: true });
  // A page that the browser keeps for "Back" would keep the key with it.
  addEventListener('pagehide', () => desk.leave());
}
