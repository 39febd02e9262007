/** What draws dates, with its styles. Loaded before the first form that asks for one is shown. */
import { createDateParts } from '../../ui/dates/date-parts.tsx';
import styles from '../../ui/styles/dates.css?inline';
import type { DatesFile } from './contract.ts';

let fine: boolean | undefined;

/** Asked once: a mouse that is plugged in later changes no field under the hand. */
const isFine = (): boolean => (fine ??= matchMedia('(pointer: fine)').matches);

export const datesFile: DatesFile = {
  ...createDateParts(isFine),
  styles,
  async withLists(wordsOver) {
    const lists = await import('../../ui/lists/lists.ts');
    const drawLong = lists.createDrawLong(() => wordsOver(lists.enLists));
    return { ...datesFile, styles: styles + lists.styles, drawLong };
  },
};
