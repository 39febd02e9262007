/**
 * What a page needs to show the form as it was chosen: one description, from which both the text to be copied
 * (`write-html.ts`) and the demo's own form (`plant.ts`) are made.
 */
import type { Embed, Language } from './choices.ts';

export interface Markup {
  readonly tag: string;
  /** '' stands for an attribute without a value. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly (Markup | string)[];
}

export interface Wish {
  readonly embed: Embed;
  readonly lang: Language;
  /** How the form is opened: for a job that is public, or with the token of an application that is known. */
  readonly access: { readonly job: string } | { readonly token: string };
  /** Address of the form's server, without a slash at the end. */
  readonly server: string;
}

export function markupOf({ embed, lang, access, server }: Wish): readonly Markup[] {
  const settings = { ...access, lang };
  const { title, apply, fallback } = words[lang];
  const elsewhere = element('a', { href: 'https://careers.example.com/apply' }, [fallback]);
  const script = { type: 'module', async: '', crossorigin: '', src: `${server}/apply-form.js` };
  const fragment = `#${new URLSearchParams(settings)}`;
  switch (embed) {
    case 'element':
      return [element('script', script), element('apply-form', settings, [elsewhere])];
    case 'script':
      return [element('script', { ...script, ...named(settings) }), element('noscript', {}, [elsewhere])];
    case 'iframe':
      return [
        element('iframe', { src: `${server}/frame/default${fragment}`, title, 'data-apply-frame': '' }),
        element('script', { src: `${server}/frame.js`, async: '' }),
      ];
    case 'page':
      return [element('a', { href: `${server}/form${fragment}` }, [apply])];
  }
}

const element = (
  tag: string,
  attributes: Markup['attributes'],
  children: Markup['children'] = [],
): Markup => ({ tag, attributes, children });

const named = (settings: Markup['attributes']): Markup['attributes'] =>
  Object.fromEntries(Object.entries(settings).map(([name, value]) => [`data-apply-${name}`, value]));

interface Words {
  /** Accessible name of the iframe. */
  readonly title: string;
  /** The link to a page of its own. */
  readonly apply: string;
  /** The link shown when the form cannot be used. */
  readonly fallback: string;
}

const brazilian: Words = {
  title: 'Formulário de candidatura',
  apply: 'Candidatar-se a esta vaga',
  fallback: 'Candidate-se na nossa página de vagas',
};

/** In the language of the page. */
const words: Readonly<Record<Language, Words>> = {
  en: { title: 'Application form', apply: 'Apply for this job', fallback: 'Apply on our careers page' },
  de: {
    title: 'Bewerbungsformular',
    apply: 'Auf diese Stelle bewerben',
    fallback: 'Auf unserer Karriereseite bewerben',
  },
  es: {
    title: 'Formulario de solicitud',
    apply: 'Solicitar este empleo',
    fallback: 'Enviar la solicitud en nuestra página de empleo',
  },
  fr: {
    title: 'Formulaire de candidature',
    apply: 'Postuler à cette offre',
    fallback: 'Postuler sur notre page carrières',
  },
  pt: {
    ...brazilian,
    apply: 'Candidatar-se a este emprego',
    fallback: 'Candidatar-se na nossa página de emprego',
  },
  'pt-BR': brazilian,
  ar: {
    title: 'نموذج التقديم على الوظيفة',
    apply: 'التقديم على هذه الوظيفة',
    fallback: 'التقديم من صفحة الوظائف لدينا',
  },
};
