import type { SamplePerson } from './sample-people.ts';

/** Ids of the samples: each kind in a range of its own, far from those of what applicants make. */

const ownerOf = ({ number, sameAs }: SamplePerson): number => sameAs ?? number;

export const applicationId = ({ number }: SamplePerson): string => String(80_000 + number);
export const candidateId = (person: SamplePerson): string => String(81_000 + ownerOf(person));
export const jobSeekerId = (person: SamplePerson): string => String(82_000 + ownerOf(person));
export const surveyId = (person: SamplePerson): string => String(83_000 + ownerOf(person));

/** A hundred for each application. */
export const answerId = ({ number }: SamplePerson, place: number): string =>
  String(800_000 + number * 100 + place);

/** Of what belongs to one application alone. */
export const partId = (person: SamplePerson, place: number): string => `${applicationId(person)}${place}`;

/** A day of March for each: who came first was changed last. */
export const createdAt = ({ number }: SamplePerson): string => `2026-03-0${number}T09:30:00.000Z`;
export const updatedAt = ({ number }: SamplePerson): string => `2026-03-1${9 - number}T16:45:00.000Z`;
