import { takeFocus } from '../focus/focus.ts';

interface SkeletonProps {
  readonly label: string;
  /** The applicant asked for another try. */
  readonly takesFocus: boolean;
}

/** Placeholders for three questions, with a text: they reserve space, so that the page does not jump. */
export const Skeleton = ({ label, takesFocus }: SkeletonProps) => (
  <div class="af-skeleton" part="status" ref={takesFocus ? takeFocus : null}>
    <p>{label}</p>
    {[0, 1, 2].map((place) => (
      <div key={place} aria-hidden="true">
        <i class="af-title" />
        <i />
      </div>
    ))}
  </div>
);
