/** Faults of the sandbox that one can switch on and watch, as its control takes them. */
import type { Faults } from './traffic.ts';

export interface FaultPreset {
  readonly name: string;
  readonly title: string;
  /** What the applicant sees of it. */
  readonly effect: string;
  readonly delay: number;
  readonly disturb: readonly object[];
}

const always = { method: null, commit: 'none', after: 0, retry_after: null, requests: null, probability: 1 };

export const faultPresets: readonly FaultPreset[] = [
  {
    name: 'down',
    title: 'Service down',
    effect: 'The applicant still gets the receipt; the answers arrive when the service is back.',
    delay: 0,
    disturb: [{ ...always, path: '/api/v1', reply: 503 }],
  },
  {
    name: 'slow',
    title: 'Slow',
    effect: 'Each reply of the service takes three seconds. The receipt does not wait for it.',
    delay: 3000,
    disturb: [],
  },
  {
    name: 'busy',
    title: 'Too many requests',
    effect: 'The service says 429 to every answer. They wait as long as it asks, and go on by themselves.',
    delay: 0,
    disturb: [{ ...always, path: '/api/v1/answers', method: 'POST', reply: 429, retry_after: 3 }],
  },
  {
    name: 'lost',
    title: 'Lost replies',
    effect:
      'The service stores each answer, and its reply is lost. It is looked up about a minute later instead of being sent twice.',
    delay: 0,
    disturb: [{ ...always, path: '/api/v1/answers', method: 'POST', reply: 'drop', commit: 'now' }],
  },
];

/** With that one on, and none of the others; what was set elsewhere stays. null: all of them off. */
export function withPreset(faults: Faults, preset: FaultPreset | null): Faults {
  return { ...faults, delay: preset?.delay ?? 0, disturb: preset?.disturb ?? [] };
}

/** The one that is on; `other` where something else was set with the same means. */
export function presetOf({ delay, disturb }: Faults): FaultPreset | 'other' | null {
  const isSame = (preset: Pick<FaultPreset, 'delay' | 'disturb'>) =>
    delay === preset.delay && asText(disturb) === asText(preset.disturb);
  return faultPresets.find(isSame) ?? (isSame({ delay: 0, disturb: [] }) ? null : 'other');
}

/** Members in the order of their names, since the control names them in its own. */
const asText = (value: unknown): string =>
  JSON.stringify(value, (_name, inner: unknown) =>
    inner instanceof Object && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort())
      : inner,
  );
