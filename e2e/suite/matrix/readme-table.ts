/** The table of `public/docs/service-matrix.md`, made from the matrix: one line a part, and every reading by its place. */
import { basisOf, type MatrixPart, type MatrixRow, rowsOf } from './matrix-row.ts';
import { sidesOf } from './row-tests.ts';

const BEGIN = '<!-- matrix: written by npm run matrix -- --write -->';
const END = '<!-- /matrix -->';

export function readmeTable(parts: readonly MatrixPart[]): string {
  return [partsTable(parts), '', readingsTable(rowsOf(parts))].join('\n');
}

function partsTable(parts: readonly MatrixPart[]): string {
  const lines = parts.map(({ heading, summary, rows }) => `| ${heading} | ${countsOf(rows)} | ${summary} |`);
  const head = [
    '| Part of the document | Rows | Shown there | Read by us | Through the form | What |',
    '|---|---|---|---|---|---|',
  ];
  return [...head, ...lines, `| **All** | ${countsOf(rowsOf(parts))} | |`].join('\n');
}

function countsOf(rows: readonly MatrixRow[]): string {
  const documented = rows.filter((row) => basisOf(row) === 'documented').length;
  const through = rows.filter((row) => sidesOf(row).includes('form')).length;
  return `${rows.length} | ${documented} | ${rows.length - documented} | ${through}`;
}

function readingsTable(rows: readonly MatrixRow[]): string {
  const readings = rows.filter((row) => basisOf(row) === 'reading');
  const places = [...new Set(readings.map(({ where }) => where))];
  const lines = places.map((place) => {
    const own = readings.filter(({ where }) => where === place);
    return `| ${sentenceOf(own)} | ${linkTo(place ?? '')} |`;
  });
  const head = [
    `<details><summary>The ${readings.length} readings</summary>`,
    '',
    '| Not shown: our reading | Where |',
  ];
  return [...head, '|---|---|', ...lines, '', '</details>'].join('\n');
}

/** One sentence a place: what is said twice stands once, and rows as "`name`: …" that say the same share it. */
function sentenceOf(rows: readonly MatrixRow[]): string {
  const said = rows.map(({ what }) => {
    const [, name = '', rest = what] = /^(`[^`]+`): (.+)$/.exec(what) ?? [];
    return { name, rest: rest.replace(/\.$/, '') };
  });
  const parts = [...new Set(said.map(({ rest }) => rest))].map((rest) => {
    const names = new Set(said.flatMap((one) => (one.rest === rest && one.name !== '' ? [one.name] : [])));
    return names.size === 0 ? rest : `${[...names].join(', ')}: ${rest}`;
  });
  return `${parts.join('; ')}.`;
}

/** `src/a.ts#NAME` as the name and a link to its file, from the folder of the page. */
function linkTo(place: string): string {
  const [file = '', name = ''] = place.split('#');
  return `\`${name}\` in [\`${file.slice(file.lastIndexOf('/') + 1)}\`](../../${file})`;
}

/** null without the two marks. */
export function withTable(readme: string, parts: readonly MatrixPart[]): string | null {
  const [before, rest] = readme.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) return null;
  return `${before}${BEGIN}\n\n${readmeTable(parts)}\n\n${END}${after}`;
}
