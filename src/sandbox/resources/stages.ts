import type { StoredResource } from './stored-resource.ts';

/** The stages of every job of the sandbox. An application begins at the first. */
const names = ['Applied', 'Screening', 'Interview', 'Offer', 'Hired'];

export const FIRST_STAGE = 1;

export const stages: readonly StoredResource[] = names.map((name, place) => ({
  type: 'stages',
  id: String(FIRST_STAGE + place),
  attributes: { name },
  extraFields: {},
  links: {},
}));
