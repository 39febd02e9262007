/** What draws dates, with its styles. Loaded before the first form that asks for one is shown. */
import { createDateParts } from '../../ui/dates/date-parts.tsx';
import styles from '../../ui/styles/dates.css?inline';
import type { DatesFile } from './contract.ts';

const isFine = () => matchMedia('(pointer: fine)').matches;

export const datesFile: DatesFile = { ...createDateParts(isFine), styles };
