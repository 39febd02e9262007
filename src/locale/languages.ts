/** The languages of the form; each has a catalogue file of the same name. */
export const languages = ['en', 'de', 'es', 'fr', 'pt', 'pt-BR', 'ar'] as const;

export type Language = (typeof languages)[number];
