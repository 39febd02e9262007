/** Styles that few ever see, in a file of their own. */
export { default as rareStyles } from '../../widget/later/rare.css?inline';
