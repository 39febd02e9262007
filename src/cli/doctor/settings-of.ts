import { readSettings, type Settings } from '../../browser/element/settings.ts';

/** What the element makes of its attributes. */
export const settingsOf = (attributes: Readonly<Record<string, string>>, endpoint: string | null): Settings =>
  readSettings((name) => attributes[name] ?? null, endpoint);
