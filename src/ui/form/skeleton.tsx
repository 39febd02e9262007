import type { FormShape } from '../../form/contract.ts';
import { takeFocus } from '../focus/focus.ts';

interface SkeletonProps {
  readonly label: string;
  readonly shape: FormShape | undefined;
  /** The applicant asked for another try. */
  readonly takesFocus: boolean;
}

/** While nothing is known of the form: each as high as one line. */
const unknown: FormShape = ['boolean', 'boolean', 'boolean'];

/** Placeholders for the first questions, with a text: they reserve space, so that the page does not jump. */
export const Skeleton = ({ label, shape = unknown, takesFocus }: SkeletonProps) => (
  <div class="af-skeleton" part="status" ref={takesFocus ? takeFocus : null}>
    <p>{label}</p>
    {shape.map((type, place) => (
      <div key={place}>
        <i class="af-title" />
        {/* As high as its control (`controls.css`). */}
        <i data-type={type} />
      </div>
    ))}
  </div>
);
