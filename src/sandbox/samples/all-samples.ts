import { noSamples, type SampleData } from '../sample-data.ts';

export const allSamples: SampleData = noSamples;
