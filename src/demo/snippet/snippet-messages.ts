/** Texts of the snippet in the language of the target page. */
import type { Language } from '../choices.ts';

export interface SnippetMessages {
  /** Accessible name of the iframe. */
  readonly title: string;
  /** The link shown when the form cannot be used. */
  readonly fallback: string;
}

const brazilian: SnippetMessages = {
  title: 'Formulário de candidatura',
  fallback: 'Candidate-se na nossa página de vagas',
};

export const snippetMessages: Readonly<Record<Language, SnippetMessages>> = {
  en: { title: 'Application form', fallback: 'Apply on our careers page' },
  de: { title: 'Bewerbungsformular', fallback: 'Auf unserer Karriereseite bewerben' },
  es: { title: 'Formulario de solicitud', fallback: 'Enviar la solicitud en nuestra página de empleo' },
  fr: { title: 'Formulaire de candidature', fallback: 'Postuler sur notre page carrières' },
  pt: { ...brazilian, fallback: 'Candidatar-se na nossa página de emprego' },
  'pt-BR': brazilian,
  ar: { title: 'نموذج التقديم على الوظيفة', fallback: 'التقديم من صفحة الوظائف لدينا' },
};
