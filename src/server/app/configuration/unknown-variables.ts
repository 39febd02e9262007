/** Names that Apply Form does not know: a typing error must not silently leave a variable unset. */

/** Edit distance: a name further than this from every known name is meant for something else. */
const SLIPS = 2;

/** Docker and Kubernetes set such variables for every service beside ours, as `APPLY_FORM_SERVICE_HOST`. */
const injected = /^APPLY_(\w+_)?(SERVICE_HOST|SERVICE_PORT(_\w+)?|PORT|PORT_\d+_\w+)$/;

export interface UnknownVariable {
  readonly name: string;
  /** The known name that is probably meant; null when none is close. */
  readonly meant: string | null;
  /**
   * Only names with our prefix are faults: the environment is shared, and another program's variable must not prevent a
   * start.
   */
  readonly isFault: boolean;
  readonly sentence: string;
}

/** @param known without the names that lack the prefix `APPLY_` */
export function judgeUnknown(names: readonly string[], known: readonly string[]): readonly UnknownVariable[] {
  return names
    .filter((name) => !known.includes(name) && !injected.test(name))
    .flatMap((name) => judge(name, nearest(name.toUpperCase(), known)));
}

function judge(name: string, meant: string | null): readonly UnknownVariable[] {
  const isOurs = name.startsWith('APPLY_');
  const ignored = `${name} is no variable of Apply Form and is ignored`;
  if (meant === null) return isOurs ? [{ name, meant, isFault: false, sentence: `${ignored}.` }] : [];
  if (isOurs) {
    const sentence = `${name} is no variable of Apply Form: ${meant} is probably meant.`;
    return [{ name, meant, isFault: true, sentence }];
  }
  if (!looksOurs(name.toUpperCase())) return [];
  return [{ name, meant, isFault: false, sentence: `${ignored}: ${meant} is probably meant.` }];
}

/** `APLY_`, `APPPLY_`, `APPLYSTORE`; not `APP_` or `REPLY_`, nor Apple's, which other programs commonly use. */
function looksOurs(name: string): boolean {
  const [beginning = ''] = name.split('_');
  if (beginning === 'APPLE') return false;
  return beginning.startsWith('APPLY') || slips(beginning, 'APPLY') <= 1;
}

function nearest(name: string, known: readonly string[]): string | null {
  const near = known
    .filter((one) => Math.abs(one.length - name.length) <= SLIPS)
    .map((one) => ({ one, count: slips(name, one) }))
    .sort((first, second) => first.count - second.count)[0];
  return near !== undefined && near.count <= SLIPS ? near.one : null;
}

/** Letters to insert, delete, replace, or swap with the next (Damerau and Levenshtein, optimal string alignment). */
function slips(first: string, second: string): number {
  const rows = [Array.from({ length: second.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number): number => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= first.length; row += 1) {
    const line = [row];
    rows.push(line);
    for (let column = 1; column <= second.length; column += 1) {
      const isSame = first[row - 1] === second[column - 1];
      const isSwapped = first[row - 1] === second[column - 2] && first[row - 2] === second[column - 1];
      line.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + (isSame ? 0 : 1),
          isSwapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
  }
  return at(first.length, second.length);
}
