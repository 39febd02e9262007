/** The sample forms with their jobs, as the sandbox lists them. */

export interface SampleJob {
  readonly id: string;
  readonly title: string;
  readonly company: string;
  readonly location: string;
  readonly contract: string;
  readonly paragraphs: readonly string[];
}

export interface Sample {
  readonly name: string;
  /** Title of the form, for the picker. */
  readonly title: string;
  readonly job: SampleJob;
}

/** Not validated, because the list comes from our own sandbox server. Visitors from another machine get none. */
export async function readSamples(): Promise<readonly Sample[]> {
  const response = await fetch('./sandbox/_control/forms').catch(() => null);
  if (!response?.ok) return [plainSample];
  const samples: readonly Sample[] = await response.json();
  return samples.length === 0 ? [plainSample] : samples;
}

const plainSample: Sample = {
  name: 'nurse',
  title: 'Registered nurse',
  job: {
    id: '4715',
    title: 'Registered Nurse',
    company: 'Northwater General Hospital',
    location: 'Northwater, on the estuary',
    contract: 'Permanent, full or part time, shifts',
    paragraphs: [
      'Northwater has 320 beds, a helicopter pad with a view of the sea, and wards that are never left to one nurse alone.',
    ],
  },
};
