/** A sealed text with another letter at this place: of its seal below 48, of its content beyond. */
export const changedAt = (text: string, place: number): string => {
  const at = text.indexOf('.') + 1 + place;
  return text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1);
};
