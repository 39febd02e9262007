import { readSettings, type Settings } from '../../browser/element/settings.ts';

/** The settings that the element derives from its attributes. */
export const settingsOf = (attributes: Readonly<Record<string, string>>, endpoint: string | null): Settings =>
  readSettings((name) => attributes[name] ?? null, endpoint);
