/** Styles that few applicants ever see, in a separate file. */
export { default as rareStyles } from '../../ui/styles/rare.css?inline';
