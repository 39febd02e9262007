import { nearestName as nearestWritten } from '../../browser/diagnosis/nearest-name.ts';

/** Names that people use who know other forms, by our own name. */
const synonyms: Readonly<Record<string, string>> = {
  locale: 'lang',
  advert: 'posting',
  vacancy: 'job',
  session: 'token',
  url: 'endpoint',
  server: 'endpoint',
  host: 'endpoint',
  'color-scheme': 'theme',
};

/** The known name that was probably meant; null when none is close. */
export function nearestName(name: string, known: readonly string[]): string | null {
  const synonym = synonyms[name.replace(/-?id$/, '')];
  return synonym !== undefined && known.includes(synonym) ? synonym : nearestWritten(name, known);
}
