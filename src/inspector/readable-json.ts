/** Characters of a line: what fits on one is not spread over several. */
const LINE = 52;

/** JSON as a person writes it: short objects and lists on one line. */
export function readableJson(value: unknown, indent = ''): string {
  const short = inline(value);
  if (short.length + indent.length <= LINE || !(value instanceof Object)) return short;
  const deeper = `${indent}  `;
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => deeper + readableJson(item, deeper));
    return `[\n${items.join(',\n')}\n${indent}]`;
  }
  const members = Object.entries(value).map(
    ([name, member]) => `${deeper}${JSON.stringify(name)}: ${readableJson(member, deeper)}`,
  );
  return `{\n${members.join(',\n')}\n${indent}}`;
}

function inline(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `[${value.map(inline).join(', ')}]`;
  if (!(value instanceof Object)) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${inline(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}
