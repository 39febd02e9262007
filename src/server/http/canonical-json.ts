interface Token {
  /** Written as it is. */
  readonly text?: string;
  /** Still to be written. */
  readonly json?: unknown;
}

/**
 * JSON text that does not depend on the order of members. Not recursive,
 * because a hostile document may be nested deeper than the call stack.
 */
export function canonicalJson(json: unknown): string {
  const written: string[] = [];
  const waiting: Token[] = [{ json }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.text !== undefined) written.push(next.text);
    else if (typeof next.json === 'object' && next.json !== null)
      for (const token of tokensOf(next.json).reverse()) waiting.push(token);
    else written.push(JSON.stringify(next.json) ?? 'null');
  }
  return written.join('');
}

function tokensOf(json: object): Token[] {
  if (Array.isArray(json))
    return enclose(
      '[',
      json.map((item: unknown) => [{ json: item }]),
      ']',
    );
  const members = Object.entries(json).sort(([first], [second]) => (first < second ? -1 : 1));
  return enclose(
    '{',
    members.map(([name, value]) => [{ text: `${JSON.stringify(name)}:` }, { json: value }]),
    '}',
  );
}

function enclose(open: string, members: readonly Token[][], close: string): Token[] {
  const separated = members.flatMap((member, index) => (index === 0 ? member : [{ text: ',' }, ...member]));
  return [{ text: open }, ...separated, { text: close }];
}
