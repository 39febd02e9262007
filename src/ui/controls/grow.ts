/**
 * Makes a text area as high as its text in browsers without `field-sizing: content`. The style is set as a property,
 * which every security policy allows.
 */
export function grow(area: HTMLTextAreaElement | null): void {
  if (!area || globalThis.CSS?.supports?.('field-sizing', 'content')) return;
  fitHeight(area);
  // A new line at the end does not change the answer, so nothing is drawn. Adding a listener twice has no effect.
  area.addEventListener('input', onInput);
}

const onInput = ({ currentTarget }: Event): void => {
  if (currentTarget instanceof HTMLTextAreaElement) fitHeight(currentTarget);
};

function fitHeight(area: HTMLTextAreaElement): void {
  area.style.height = 'auto';
  area.style.height = `${area.scrollHeight + area.offsetHeight - area.clientHeight}px`;
}
