import type { Settings } from '../element/settings.ts';

/** The attribute by which a page names the job. */
export const writeJob = ({ job, posting }: Pick<Settings, 'job' | 'posting'>): string =>
  posting === null ? `job="${job}"` : `posting="${posting}"`;
