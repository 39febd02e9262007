import { takeFocus } from '../focus/focus.ts';

interface SkeletonProps {
  readonly label: string;
  /** The applicant asked for another try. */
  readonly takesFocus: boolean;
}

/** Placeholders for the first questions, with a text: they reserve space, so that the page does not jump. */
export const Skeleton = ({ label, takesFocus }: SkeletonProps) => (
  <div class="af-skeleton" part="status" ref={takesFocus ? takeFocus : null}>
    <p>{label}</p>
    {[1, 2, 3].map((place) => (
      <div key={place}>
        <i class="af-title" />
        <i />
      </div>
    ))}
  </div>
);
