/** What only a form with a long list loads. */
import listStyles from '../styles/lists.css?inline';

export { enLists } from '../../locale/en-lists.ts';
export { createDrawLong } from './long-list.tsx';
export const styles = listStyles;
