/** What is known for each question, from the session and from the host's page: the page's own wins. */

export interface Known {
  /** Of the service's question its id; of a detail its name. */
  readonly name: string;
  readonly isDetail: boolean;
  readonly value: unknown;
}

/** @param given each an object of `details` and `answers`, or of details alone; a later one wins */
export function knownValues(...given: readonly unknown[]): readonly Known[] {
  const details = new Map<string, unknown>();
  const answers = new Map<string, unknown>();
  for (const one of given) {
    const members = membersOf(one);
    const isParted = 'details' in members || 'answers' in members;
    add(details, isParted ? members['details'] : members);
    add(answers, isParted ? members['answers'] : null);
  }
  return [
    ...[...details].map(([name, value]) => ({ name, value, isDetail: true })),
    ...[...answers].map(([name, value]) => ({ name, value, isDetail: false })),
  ];
}

/** What one source does not know, another may. */
function add(known: Map<string, unknown>, more: unknown): void {
  for (const [name, value] of Object.entries(membersOf(more)))
    if (value !== null && value !== undefined) known.set(name, value);
}

const membersOf = (given: unknown): Readonly<Record<string, unknown>> =>
  typeof given === 'object' && given !== null && !Array.isArray(given) ? { ...given } : {};
