/** Typography and word choice of one sentence, by language: see `catalogue-faults.support.ts`. */
import type { Language } from './languages.ts';

interface Style {
  /** Opening and closing quotation marks, with their inner spaces. */
  readonly quotes: readonly [opening: string, closing: string];
  /** Words of another form of address, another country or another language. */
  readonly foreign: RegExp;
}

/** Matches whole words; `\b` only knows English letters. */
const words = (list: string) => new RegExp(`(?<!\\p{Letter})(?:${list})(?!\\p{Letter})`, 'iu');

const english =
  'the|your|you|this|these|again|then|cannot|please|employer|answer|answers|question|file|files';
const brazilian =
  'você|arquivos?|equipe|aba|enviando|carregando|contato|salvar|salve|aceito|informe|digite|links?|site|prévia|acessar';
const european =
  'ficheiros?|equipa|separador|contacto|contacte|aceite|introduza|ligaç(?:ão|ões)|sítio|consigo|guarde-o|aceder|a enviar|a carregar';

const styles: Readonly<Record<Language, Style>> = {
  // "Error" is read before each error, so no sentence contains it.
  en: { quotes: ['“', '”'], foreign: words('sorry|oops|invalid|error(?!$)|field|submit|click') },
  de: { quotes: ['„', '“'], foreign: words(`${english}|du|dir|dich|dein\\p{L}*|bewerber(?:innen|in)?`) },
  es: {
    quotes: ['«', '»'],
    foreign: words(`${english}|tú|tu|tus|te|vos|vuestr\\p{L}*|candidatos?|candidatas?`),
  },
  fr: {
    quotes: ['«\u202f', '\u202f»'],
    // Both words exist in French as well.
    foreign: words(`${english.replace('|question', '')}|tu|toi|tes|ton|candidats?|candidates?`),
  },
  pt: { quotes: ['«', '»'], foreign: words(`${english}|${brazilian}|candidatos?|candidatas?|obrigad[oa]`) },
  'pt-BR': {
    quotes: ['“', '”'],
    foreign: words(`${english}|${european}|tu|teu|tua|candidatos?|candidatas?|obrigad[oa]`),
  },
  // Words that Arabic writes in Latin letters as well.
  ar: {
    quotes: ['«\u2068', '\u2069»'],
    foreign: /(?!PDF|www\.example\.com|name@example\.com|(?<=@)example\.com)(?<![\w.])[A-Za-z.]*[A-Za-z]/,
  },
};

/** Parameters that may hold Latin letters, and so must be isolated in a right-to-left sentence. */
const foreignPlaces = ['title', 'name', 'reference', 'example', 'option', 'chosen', 'kinds'];

export function sentenceFaults(language: Language, text: string, inEnglish: string): string[] {
  return [
    ...spacing(language, text),
    ...quotation(language, text),
    ...(language === 'ar' ? rightToLeft(text) : []),
    ...(ending(text) === ending(inEnglish)
      ? []
      : [`ends with “${ending(text)}”, not “${ending(inEnglish)}”`]),
    ...(sameCase(text, inEnglish) ? [] : ['begins with the other case']),
    ...(styles[language].foreign.exec(bare(text)) ?? []).map((word) => `“${word}” is not said here`),
  ];
}

const bare = (text: string) => text.replace(/\{\w+\}/g, '');

function spacing(language: Language, text: string): string[] {
  const faults = [];
  if (/["'`]/.test(text)) faults.push('a straight quote');
  if (text.includes('...')) faults.push('three dots for …');
  if (/\s\s|^\s(?!:$)|\s$/.test(text)) faults.push('a space too many');
  if (/[ \u00a0\u202f][.,)،]/.test(text) || /\(\s/.test(text)) faults.push('a space before a mark');
  const doubled = language === 'fr' ? /(?<!\u202f)[:;?!]/ : /\s[:;?!؟؛]/;
  if (doubled.test(text)) faults.push('the space before a mark');
  if (/[,.;:?!،؛؟…](?=\p{Letter})/u.test(text.replaceAll(/\S+[.@]example\.com/g, '')))
    faults.push('no space after a mark');
  if (language === 'es' && /[?!]/.test(text) && !/[¿¡]/.test(text)) faults.push('no opening mark');
  return faults;
}

function quotation(language: Language, text: string): string[] {
  const [opening, closing] = styles[language].quotes;
  const rest = text.split(opening).flatMap((part, index) => {
    if (index === 0) return part;
    const [inside = '', ...after] = part.split(closing);
    return after.length === 1 ? [inside, ...after] : ['„'];
  });
  return /[“”„«»‹›‘‚]/.test(rest.join('')) ? ['quotation marks of another language'] : [];
}

function rightToLeft(text: string): string[] {
  const faults = /[,;?]/.test(text) ? ['a Latin mark'] : [];
  const apart = [...text.matchAll(/\u2068[^\u2068\u2069]*\u2069/g)].map(([isolate]) => isolate).join('');
  if (/[\u2068\u2069]/.test(text.replace(/\u2068[^\u2068\u2069]*\u2069/g, '')))
    faults.push('half an isolate');
  for (const name of foreignPlaces) {
    if (text.includes(`{${name}}`) && !apart.includes(`{${name}}`))
      faults.push(`{${name}} is not kept apart`);
  }
  return faults;
}

/** Final punctuation such as a full stop or colon; quotation marks, brackets and parameters are ignored. */
function ending(text: string): string {
  const last = /([.:…?!؟]?)[”“»\u202f\u2069)]*$/u.exec(text)?.[1] ?? '';
  return last === '؟' ? '?' : last;
}

const beginning = (text: string) => /^[(„“«¿¡\u202f\u2068]*(\p{Lu}|\p{Ll})/u.exec(text)?.[1] ?? null;

function sameCase(text: string, inEnglish: string): boolean {
  const [own, other] = [beginning(text), beginning(inEnglish)];
  return own === null || other === null || /\p{Lu}/u.test(own) === /\p{Lu}/u.test(other);
}
