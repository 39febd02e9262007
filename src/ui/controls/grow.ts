/**
 * Browsers without `field-sizing: content` are helped to show a long text as a whole. The style is set as a property,
 * which every policy allows.
 */
export function grow(area: HTMLTextAreaElement | null): void {
  if (!area || globalThis.CSS?.supports?.('field-sizing', 'content')) return;
  fitHeight(area);
  // A new line at the end is no new answer, and nothing is drawn for it. The same listener twice is one.
  area.addEventListener('input', onInput);
}

const onInput = ({ currentTarget }: Event): void => {
  if (currentTarget instanceof HTMLTextAreaElement) fitHeight(currentTarget);
};

function fitHeight(area: HTMLTextAreaElement): void {
  area.style.height = 'auto';
  area.style.height = `${area.scrollHeight + area.offsetHeight - area.clientHeight}px`;
}
