/** Attributes of a box that takes focus: it is read out by its name. */
export const named = (name: string) => ({ role: 'group', 'aria-label': name }) as const;
