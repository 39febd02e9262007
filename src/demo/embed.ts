/** Makes the elements that show the form as chosen, for this page and as HTML to copy. */
import { brandTokens } from './brand-tokens.ts';
import type { Brand, Embed, Language } from './choices.ts';

export interface Wish {
  readonly embed: Embed;
  readonly lang: Language;
  /** Opens the form for a public job, or with the token of an existing application. */
  readonly access: { readonly job: string } | { readonly token: string };
  /** Address of the form's server, without a slash at the end. */
  readonly server: string;
}

/** A script without settings inserts nothing by itself: a page needs it once for all forms. */
export interface Embedded {
  readonly library: HTMLElement | null;
  readonly elements: readonly HTMLElement[];
}

export function embedded({ embed, lang, access, server }: Wish): Embedded {
  const settings = { ...access, lang };
  const { title, fallback } = words[lang];
  const fallbackLink = make('a', { href: 'https://careers.example.com/apply' }, fallback);
  const script = { type: 'module', async: '', crossorigin: '', src: `${server}/apply-form.js` };
  switch (embed) {
    case 'element':
      return {
        library: make('script', script),
        elements: [make('apply-form', settings, '\n  ', fallbackLink, '\n')],
      };
    case 'script': {
      const named = Object.entries(settings).map(([name, value]) => [`data-apply-${name}`, value]);
      return {
        library: null,
        elements: [
          make('script', { ...script, ...Object.fromEntries(named) }),
          make('noscript', {}, '\n  ', fallbackLink, '\n'),
        ],
      };
    }
    case 'iframe': {
      const src = `${server}/frame/default#${new URLSearchParams(settings)}`;
      return {
        library: make('script', { src: `${server}/frame.js`, async: '' }),
        elements: [make('iframe', { src, title, 'data-apply-frame': '' })],
      };
    }
  }
}

/** A document without a window, so that elements do nothing until they are put into a page. */
const inert = document.implementation.createHTMLDocument('');

function make(
  tag: string,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly (Node | string)[]
): HTMLElement {
  const made = inert.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** Writes the HTML with the brand's tokens as a CSS rule. */
export function writeHtml(wish: Wish, brand: Brand): string {
  const { library, elements } = embedded(wish);
  const tokens = Object.entries(brandTokens[brand]).map(([name, value]) => `  ${name}: ${value};\n`);
  const selector = wish.embed === 'iframe' ? 'iframe[data-apply-frame]' : 'apply-form';
  const style = tokens.length === 0 ? '' : `<style>\n${selector} {\n${tokens.join('')}}\n</style>\n`;
  const written = [...(library ? [library] : []), ...elements].map(({ outerHTML }) => `${outerHTML}\n`);
  // `=""` occurs only at an attribute without a value, because quotes inside a value are escaped.
  return style + written.join('').replaceAll('=""', '');
}

interface Words {
  /** Accessible name of the iframe. */
  readonly title: string;
  /** The link shown when the form cannot be used. */
  readonly fallback: string;
}

/** Words of the demo, in the language of the page. */
const words: Readonly<Record<Language, Words>> = {
  en: { title: 'Application form', fallback: 'Apply on our careers page' },
  de: { title: 'Bewerbungsformular', fallback: 'Auf unserer Karriereseite bewerben' },
  es: { title: 'Formulario de solicitud', fallback: 'Enviar la solicitud en nuestra página de empleo' },
  fr: { title: 'Formulaire de candidature', fallback: 'Postuler sur notre page carrières' },
  pt: { title: 'Formulário de candidatura', fallback: 'Candidatar-se na nossa página de emprego' },
  'pt-BR': { title: 'Formulário de candidatura', fallback: 'Candidate-se na nossa página de vagas' },
  ar: { title: 'نموذج التقديم على الوظيفة', fallback: 'التقديم من صفحة الوظائف لدينا' },
};
