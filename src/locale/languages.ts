/** What the form speaks; each has a catalogue file of its name. */
export const languages = ['en', 'de', 'es', 'fr', 'pt', 'pt-BR', 'ar'] as const;

export type Language = (typeof languages)[number];
