/** Three questions to be, with words: the place is kept, so that the page does not jump. */
export const Skeleton = ({ label }: { readonly label: string }) => (
  <div class="skeleton" part="status" role="status">
    <p>{label}</p>
    {[0, 1, 2].map((place) => (
      <div key={place} aria-hidden="true">
        <i class="title" />
        <i />
      </div>
    ))}
  </div>
);
