/** What the drafts' file is given of the lazy file. */
import type { path } from '../../core/jsonapi/stored-json.ts';
import type { fill } from '../../form/fill.ts';
import type { computed, effect, signal } from '../../form/signals.ts';
import type { showBox } from '../../ui/focus/focus-field.ts';
import type { readReceipt } from '../api/follow.ts';

/** Passed in rather than imported, because a file that the lazy file loads shares no module with it. */
export interface DraftModules {
  readonly fill: typeof fill;
  readonly readReceipt: typeof readReceipt;
  readonly path: typeof path;
  readonly computed: typeof computed;
  readonly effect: typeof effect;
  readonly createSignal: typeof signal;
  readonly showBox: typeof showBox;
}
