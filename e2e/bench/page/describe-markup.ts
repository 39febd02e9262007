/**
 * Elements with their attributes and state, one a line, as an applicant's browser has them: what is equal here looks
 * and sounds the same. Left out are what is hidden, what each form puts before its ids, and what a live region says,
 * which comes and goes with time.
 */
export function describeMarkup(root: Node): string {
  const lines: string[] = [];
  describeChildren(root, '', lines);
  return lines.join('\n');
}

/** Texts that stand side by side are read as one. */
function describeChildren(parent: Node, indent: string, lines: string[]): void {
  let text = '';
  for (const child of parent.childNodes) {
    if (child instanceof Text) text += child.data;
    if (!(child instanceof Element) || child.hasAttribute('hidden')) continue;
    if (text !== '') lines.push(`${indent}${JSON.stringify(text)}`);
    text = '';
    lines.push(`${indent}${child.localName} ${attributesOf(child)} ${stateOf(child)}`.trimEnd());
    if (child.role !== 'status') describeChildren(child, `${indent} `, lines);
  }
  if (text !== '') lines.push(`${indent}${JSON.stringify(text)}`);
}

const attributesOf = (element: Element): string =>
  [...element.attributes]
    .map(({ name, value }) => `${name}=${JSON.stringify(withoutPrefix(value))}`)
    .sort()
    .join(' ');

const withoutPrefix = (value: string): string => value.replaceAll(/\b(apply-\d+|hand)-(?=\d|tag)/g, '');

function stateOf(element: Element): string {
  if (element instanceof HTMLInputElement) return `${JSON.stringify(element.value)} ${element.checked}`;
  if (element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement)
    return JSON.stringify(element.value);
  return '';
}
