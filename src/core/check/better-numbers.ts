/** Which number was meant by a text that has more than digits, where it can be guessed. */
import { readNumber } from '../conditions/read-number.ts';
import { plainWords } from './words.ts';

/** Zero to twelve in the service's languages, without accents, as digits. */
export const numberWords: ReadonlyMap<string, string> = new Map(
  [
    'zero null cero zero zero',
    'one eins uno un um',
    'two zwei dos deux dois',
    'three drei tres trois tres',
    'four vier cuatro quatre quatro',
    'five funf cinco cinq cinco',
    'six sechs seis six seis',
    'seven sieben siete sept sete',
    'eight acht ocho huit oito',
    'nine neun nueve neuf nove',
    'ten zehn diez dix dez',
    'eleven elf once onze onze',
    'twelve zwolf doce douze doze',
  ].flatMap((words, number) => words.split(' ').map((word) => [word, String(number)] as const)),
);

/** Words that make another number of the digits beside them, so that nothing is guessed. */
const changing = new Set([
  ...numberWords.keys(),
  ...(
    'k m mio mrd mn bn tsd t teur keur meur hundred hundreds thousand thousands million millions billion billions ' +
    'dozen dozens lakh lakhs lac lacs crore crores cr half quarter minus ' +
    'twenty thirty forty fifty sixty seventy eighty ninety ' +
    'hundert tausend millionen milliarde milliarden dutzend halb halbe ' +
    'zwanzig dreißig dreissig vierzig funfzig sechzig siebzig achtzig neunzig ' +
    'mil cien cientos ciento millon millones docena docenas medio media ' +
    'veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa ' +
    'cent cents mille millier milliers milliard milliards douzaine demi demie ' +
    'vingt trente quarante cinquante soixante ' +
    'cem cento milhar milhares milhao milhoes bilhao bilhoes duzia meia meio ' +
    'vinte trinta quarenta cinquenta sessenta oitenta'
  ).split(' '),
]);

/** Signs, and parts of “5 or more” and “not 5”; “5 min” may be minutes or the least that is asked for. */
const unclear = new Set('plus menos moins min from desde bis not no nicht non nao pas'.split(' '));

/** A longer text is more than a number with its unit. */
const LONGEST_NUMBER = 60;

/** `3,5`, `1.234,5`, `5 years`, `€ 50`, `ten`; both readings of `1.000 hours`, none of `70k` and `1.5 million`. */
export const betterNumbers = (value: string): readonly string[] =>
  plainWords(value).some((word) => unclear.has(word)) ? [] : numbersIn(value);

/** Whatever stands beside the number, if it makes no other number of it. */
export function numbersIn(value: string): readonly string[] {
  if (value.length > LONGEST_NUMBER) return [];
  const words = plainWords(value);
  const word = numberWords.get(words.join(' '));
  if (word !== undefined) return [word];
  const text = value.trim().replace(/^[-−–]\s*(?=\d)/u, '-');
  const [digits, ...more] = text.match(/[-+]?\d+(?:[.,]\d+|['’]\d{3}(?!\d))*\p{L}?/gu) ?? [];
  if (digits === undefined || more.length > 0 || /\p{L}$/u.test(digits)) return [];
  if (words.some((one) => changing.has(one)) || isUnclear(text)) return [];
  return readingsOf(digits).filter((one) => readNumber(one) !== null);
}

/** `€ -50`, `50,-`, `.5 hours`, `5½`, `5²` and `B2`: something that may belong to the number. */
const isUnclear = (text: string): boolean =>
  /[−–]|-(?!\p{L})/u.test(text.replace(/^-(?=\d)/, '')) ||
  /(?:^|\D)[.,]\d/.test(text) ||
  /[¼-¾⅐-⅞²³¹⁰-⁹]/.test(text) ||
  /\p{L}\d/u.test(text);

/** A mark is a point before decimals where it stands once; the others part thousands. */
export function readingsOf(digits: string): readonly string[] {
  const bare = digits.replace(/['’]/g, '');
  const marks = [...bare.replace(/[^.,]/g, '')];
  const last = marks.at(-1);
  if (last === undefined) return [bare];
  const isOnce = marks.filter((mark) => mark === last).length === 1;
  const grouped = new Set(isOnce ? marks.slice(0, -1) : marks);
  const at = isOnce ? bare.lastIndexOf(last) : bare.length;
  const [whole, fraction] = [bare.slice(0, at), bare.slice(at + 1)];
  if (grouped.size > 1 || (grouped.size > 0 && !/^[-+]?\d{1,3}(?:[.,]\d{3})+$/.test(whole))) return [];
  const plain = whole.replace(/[.,]/g, '');
  const decimal = withDecimals(plain, fraction);
  const mayPart = marks.length === 1 && bare === digits && fraction.length === 3;
  return mayPart && /^[-+]?[1-9]\d{0,2}$/.test(whole) ? [`${plain}${fraction}`, decimal] : [decimal];
}

function withDecimals(whole: string, fraction: string): string {
  let end = fraction.length;
  while (fraction[end - 1] === '0') end -= 1;
  const decimals = fraction.slice(0, end);
  return decimals === '' ? whole : `${whole}.${decimals}`;
}
