/** As a `ref`: what has just come is the answer to what the applicant did. */
export const takeFocus = (box: HTMLElement | null): void => box?.focus();
