/** Wordings of bounds in the service's languages that have titles of Latin letters. */

export type Side = 'least' | 'most';

/** What stands beside a value, and says whether the value itself is meant as well. */
export interface BoundPhrases {
  /** Right before the value, which is meant as well. */
  readonly before: ReadonlySet<string>;
  /** Behind the value or its unit: `5 years or more`. */
  readonly behind: ReadonlySet<string>;
  /** The same, where nothing follows in the clause: `5 years minimum`, and not `for 5 sites minimum wage`. */
  readonly closing: ReadonlySet<string>;
  /** Right before the value, which is not meant. */
  readonly beyond: ReadonlySet<string>;
  /** Words of a unit between the value and what stands behind it. */
  readonly longestUnit: number;
}

const phrases = (...lines: readonly string[]): ReadonlySet<string> =>
  new Set(lines.flatMap((line) => line.split(', ')));

/** `or more`, `and more`. */
const afterEach = (joints: string, words: string): string =>
  words
    .split(' ')
    .flatMap((word) => joints.split(' ').map((joint) => `${joint} ${word}`))
    .join(', ');

const orEqual = (comparatives: string, wordings: string): string =>
  comparatives
    .split(', ')
    .flatMap((word) => wordings.split(', ').map((wording) => wording.replace('…', word)))
    .join(', ');

export const numberPhrases: Readonly<Record<Side, BoundPhrases>> = {
  least: {
    before: phrases(
      'at least, no less than, not less than, no fewer than, min, minimum, minimum of, a minimum of',
      'mind., mindestens, wenigstens, nicht weniger als, ab',
      'al menos, por lo menos, como mínimo, mínimo, mínimo de, no menos de, a partir de',
      'au moins, minimum de, pas moins de, à partir de',
      'pelo menos, ao menos, no mínimo, não menos de',
      orEqual(
        'greater, more, larger, higher, longer',
        '… or equal to, … than or equal to, equal to or … than, equal or … than',
      ),
      orEqual('größer, mehr, länger, höher', '… gleich, … oder gleich, … als oder gleich, gleich oder … als'),
      orEqual('mayor, superior, más', '… o igual a, … o igual que, igual o … a, igual o … que'),
      'supérieur ou égal à, supérieure ou égale à, égal ou supérieur à, égale ou supérieure à',
      orEqual('maior, superior', '… ou igual a, igual ou … a'),
      '≥',
    ),
    behind: phrases(
      afterEach('or and', 'more over above longer older higher greater'),
      'and up',
      afterEach('oder und', 'mehr länger älter höher größer'),
      'und darüber',
      'o más, y más, o mayor',
      'ou plus, et plus',
      'ou mais, e mais',
    ),
    closing: phrases(
      'minimum, at least, at minimum, at a minimum, as a minimum',
      'mindestens, wenigstens',
      'mínimo, como mínimo, al menos, por lo menos',
      'au moins, au minimum',
      'no mínimo, pelo menos, ao menos',
    ),
    beyond: phrases(
      'more than, over, above, greater than, longer than, older than, higher than',
      'mehr als, über, länger als, älter als, höher als, größer als',
      'más de, más que, mayor que, mayor de',
      'plus de, supérieur à',
      'mais de, mais que, acima de, maior que',
      '>',
    ),
    longestUnit: 4,
  },
  most: {
    before: phrases(
      'at most, no more than, not more than, up to, max, maximum, maximum of, a maximum of',
      'höchstens, maximal, nicht mehr als, bis zu',
      'como máximo, a lo sumo, máximo, máximo de, no más de, hasta',
      'au plus, maximum de, pas plus de',
      'no máximo, não mais de, até',
      orEqual(
        'less, fewer, smaller, lower, shorter',
        '… or equal to, … than or equal to, equal to or … than, equal or … than',
      ),
      orEqual(
        'kleiner, weniger, kürzer, niedriger',
        '… gleich, … oder gleich, … als oder gleich, gleich oder … als',
      ),
      orEqual('menor, inferior, menos', '… o igual a, … o igual que, igual o … a, igual o … que'),
      'inférieur ou égal à, inférieure ou égale à, égal ou inférieur à, égale ou inférieure à',
      orEqual('menor, inferior', '… ou igual a, igual ou … a'),
      '≤',
    ),
    behind: phrases(
      afterEach('or and', 'less fewer under below younger lower shorter'),
      afterEach('oder und', 'weniger kürzer jünger niedriger'),
      'o menos, y menos',
      'ou moins, et moins',
      'ou menos, e menos',
    ),
    closing: phrases(
      'maximum, at most, at maximum, at a maximum, as a maximum',
      'höchstens, maximal',
      'máximo, como máximo, a lo sumo',
      'au plus, au maximum',
      'no máximo',
    ),
    beyond: phrases(
      'less than, fewer than, under, below, younger than, shorter than, lower than',
      'weniger als, unter, kürzer als, jünger als, niedriger als',
      'menos de, menos que, menor que, menor de',
      'moins de, inférieur à',
      'menos de, menos que, abaixo de, menor que',
      '<',
    ),
    longestUnit: 4,
  },
};

/** Only right before a whole day, and right behind one. */
export const dayPhrases: Readonly<Record<Side, BoundPhrases>> = {
  least: {
    before: phrases(
      'on or after, from, no earlier than, ab, ab dem, a partir del, a partir de, à partir du, a partir do',
    ),
    behind: phrases('or later, or after, oder später, o después, ou plus tard, ou mais tarde'),
    closing: new Set(),
    beyond: phrases('after, later than, nach, nach dem, después del, después de, après le, depois de'),
    longestUnit: 0,
  },
  most: {
    before: phrases(
      'on or before, until, up to, no later than, bis, bis zum, hasta, hasta el, jusqu au, até, até o',
    ),
    behind: phrases('or earlier, or before, oder früher, o antes, ou plus tôt, ou avant, ou antes'),
    closing: new Set(),
    beyond: phrases('before, earlier than, vor, vor dem, antes del, antes de, avant le'),
    longestUnit: 0,
  },
};

/** “Name at least 3 of them” asks for something else than the condition does. */
export const asking = phrases(
  'name, list, give, write, describe, choose, select, add, upload, attach, provide, mention, tell, state, use',
  'answer, enter, explain, specify, include, send, submit, enumerate',
  'nenne, nennen, nennt, beschreibe, beschreiben, wähle, wählen, gib, geben, liste, listen, zähle, zählen, schreibe',
  'angeben, hochladen, anhängen, beifügen, eingeben, auswählen, erläutern, antworten',
  'schreiben, erkläre, erklären, lade, laden, füge, fügen',
  'nombre, nombra, nombrar, indique, indica, escriba, escribe, describa, elija, elige, adjunte, adjunta, enumere',
  'enumera, mencione, menciona',
  'nommez, nommer, citez, citer, décrivez, décrire, indiquez, indiquer, choisissez, choisir, joignez, joindre',
  'énumérez, énumérer, mentionnez, mentionner, écrivez',
  'cite, indique, descreva, escolha, anexe, liste, nomeie, escreva',
);

/** “Can you work up to 10 hours?” asks about the bound itself. */
export const questionOpeners = phrases(
  'is, are, do, does, did, have, has, had, can, could, will, would, may, might, shall, should',
  'ist, sind, war, waren, haben, hast, hat, hatten, können, kannst, kann, könnten, könntest, könnte, möchten',
  'möchtest, wollen, willst, dürfen, darf, würden, würdest, wäre, wären, werden, wirst, arbeiten, arbeitest',
  'es, está, están, son, puede, puedes, podría, podrías, tiene, tienes, ha, has, quiere, quieres',
  'est, êtes, pouvez, peux, pourriez, avez, voulez, souhaitez, seriez',
  'é, estão, pode, poderia, tem, consegue, quer',
);

/** “Or more than”, “or more importantly”, “au plus tard”: not the end of what the phrase says. */
export const otherEndings = phrases(
  'than, all, importantly, recent, recently, precisely, specifically, generally, often, likely, so',
  'als, que, tard, tôt',
);

/** “Not until”, right before the phrase. */
export const negations = phrases('not, nicht, no, pas, não');

/** “More or less”. */
export const eitherWay = phrases('more, mehr, más, plus, mais');

/** “More than the 40 hours”. */
export const articles = phrases('the, a, an, die, der, den, das, les, los, las, os, as');

/** Sizes of an answer: “max. 5 MB”, “at least 5 sentences”. */
export const unitsOfAnswers = phrases(
  'kb, mb, gb, page, pages, line, lines, sentence, sentences, word, words, letter, letters, character, characters',
  'star, stars, point, points, file, files',
  'seite, seiten, zeile, zeilen, satz, sätze, sätzen, wort, wörter, wörtern, zeichen, punkte, punkten, datei, dateien',
  'página, páginas, línea, líneas, frase, frases, palabra, palabras, caracteres, puntos, archivo, archivos',
  'ligne, lignes, phrase, phrases, mot, mots, caractère, caractères, fichier, fichiers',
  'linha, linhas, palavra, palavras, pontos, arquivo, arquivos, ficheiro, ficheiros',
);

/** Between the phrase and the number; signs such as € are no words. */
export const currencies = phrases('eur, euro, euros, usd, us, gbp, chf, sfr, fr, brl, r');
