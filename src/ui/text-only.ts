/**
 * The words of an element that has nothing else in it: as a property, since a child would be one more thing to draw
 * and to keep, for every title and every option of thousands.
 */
export const textOnly = (text: string) => ({ textContent: text });
