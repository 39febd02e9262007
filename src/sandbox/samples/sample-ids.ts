import type { SamplePerson } from './sample-people.ts';

/** Ids of the samples: each kind has a range of its own, far from the ids that applicants' records get. */

const ownerOf = ({ number, sameAs }: SamplePerson): number => sameAs ?? number;

export const applicationId = ({ number }: SamplePerson): string => String(80_000 + number);
export const candidateId = (person: SamplePerson): string => String(81_000 + ownerOf(person));
export const jobSeekerId = (person: SamplePerson): string => String(82_000 + ownerOf(person));
export const surveyId = (person: SamplePerson): string => String(83_000 + ownerOf(person));

/** A hundred ids per application. */
export const answerId = ({ number }: SamplePerson, place: number): string =>
  String(800_000 + number * 100 + place);

/** For resources that belong to one application alone. */
export const partId = (person: SamplePerson, place: number): string => `${applicationId(person)}${place}`;

/** A day in March for each: the earliest applicant was changed last. */
export const createdAt = ({ number }: SamplePerson): string => `2026-03-0${number}T09:30:00.000Z`;
export const updatedAt = ({ number }: SamplePerson): string => `2026-03-1${9 - number}T16:45:00.000Z`;
