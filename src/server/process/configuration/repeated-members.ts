/** A member that stands twice: `JSON.parse` keeps the last one, so what an operator wrote first would go unseen. */

/** A string, with its colon where it is the name of a member; or what begins, ends or parts a list or an object. */
const token = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?|[{}[\],]/g;

interface Level {
  /** null: a list. */
  readonly names: Set<string> | null;
  /** Name or place of the member that is being read. */
  at: string | number;
}

/**
 * @param json valid JSON
 * @returns where they stand, each once, as `tenants.acme.jobs.4720`
 */
export function findRepeated(json: string): readonly string[] {
  const levels: Level[] = [];
  const repeated = new Set<string>();
  for (const [text, colon] of json.matchAll(token)) {
    const level = levels.at(-1);
    if (text === '{') levels.push({ names: new Set(), at: '' });
    else if (text === '[') levels.push({ names: null, at: 0 });
    else if (text === '}' || text === ']') levels.pop();
    else if (text === ',') moveOn(level);
    else if (level?.names && colon !== undefined) {
      // Two writings of one name are the same member.
      const name: string = JSON.parse(text.slice(0, -colon.length));
      level.at = name;
      if (level.names.has(name)) repeated.add(levels.map(({ at }) => at).join('.'));
      level.names.add(name);
    }
  }
  return [...repeated];
}

function moveOn(level: Level | undefined): void {
  if (typeof level?.at === 'number') level.at += 1;
}
