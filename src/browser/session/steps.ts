/** A form that is filled in one section at a time. Loaded before it is drawn, where its host wants it so. */
import styles from '../../ui/styles/steps.css?inline';

export { enSteps } from '../../locale/en-steps.ts';
export { stepsParts } from '../../ui/steps.tsx';
export { styles };
