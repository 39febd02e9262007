/** Styles that few ever see, in a file of their own. */
export { default as rareStyles } from '../../ui/styles/rare.css?inline';
