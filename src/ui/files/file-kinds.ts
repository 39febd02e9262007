/** What people call a kind of file; other endings are called by their letters. */
const names: ReadonlyMap<string, string> = new Map([
  ['doc', 'Word'],
  ['docx', 'Word'],
  ['msword', 'Word'],
  ['vnd.openxmlformats-officedocument.wordprocessingml.document', 'Word'],
  ['xls', 'Excel'],
  ['xlsx', 'Excel'],
  ['ppt', 'PowerPoint'],
  ['pptx', 'PowerPoint'],
  ['jpg', 'JPEG'],
  ['txt', 'TXT'],
  ['plain', 'TXT'],
]);

/** @param types endings with a dot, or media types, as in the limits */
export const kindsOfFiles = (types: readonly string[]): readonly string[] => [...new Set(types.map(nameOf))];

function nameOf(type: string): string {
  const [, letters = type] = /[./]([^/]*)$/.exec(type.trim().toLowerCase()) ?? [];
  return names.get(letters) ?? letters.toUpperCase();
}
