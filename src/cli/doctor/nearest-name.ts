import { nearestName as nearestWritten } from '../../browser/diagnosis/nearest-name.ts';

/** What people write who know other forms, by what it is here. */
const synonyms: Readonly<Record<string, string>> = {
  locale: 'lang',
  posting: 'job',
  vacancy: 'job',
  session: 'token',
  url: 'endpoint',
  server: 'endpoint',
  host: 'endpoint',
  'color-scheme': 'theme',
};

/** The known name that was probably meant; null when none is near. */
export function nearestName(name: string, known: readonly string[]): string | null {
  const synonym = synonyms[name.replace(/-?id$/, '')];
  return synonym !== undefined && known.includes(synonym) ? synonym : nearestWritten(name, known);
}
