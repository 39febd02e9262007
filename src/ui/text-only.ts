/**
 * The text of an element with nothing else in it, set as a property: a child would be one more object to create and
 * keep, for each of thousands of titles and options.
 */
export const textOnly = (text: string) => ({ textContent: text });
