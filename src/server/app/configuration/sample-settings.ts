import type { FormSettings } from '../../http/forms/form-settings.ts';
export const sampleSettings: Readonly<Record<string, Partial<FormSettings>>> = {};
