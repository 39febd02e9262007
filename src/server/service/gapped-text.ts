/** JSON text with gaps, for contents that are too large for a string: they are written into it while they are read. */

/** Stands in a body for a data URI in base64 (RFC 2397), the value of a member. */
export class ContentPlace {
  /** Media type of the content. */
  readonly type: string;

  constructor(type: string) {
    this.type = type;
  }
}

/**
 * The text of a body, cut where the contents of its places go: one piece more than there are places, in their order.
 *
 * @param body JSON values with places among them, nested no deeper than we write bodies ourselves
 */
export function splitAtPlaces(body: unknown): readonly string[] {
  const pieces: string[] = [];
  let piece = '';
  const write = (value: unknown): void => {
    if (value instanceof ContentPlace) {
      pieces.push(piece + JSON.stringify(`data:${value.type};base64,`).slice(0, -1));
      piece = '"';
    } else if (Array.isArray(value)) writeEach('[', value, ']');
    else if (typeof value === 'object' && value !== null)
      writeEach('{', Object.entries(value).filter(isWritten), '}', ([name, one]) => {
        piece += `${JSON.stringify(name)}:`;
        write(one);
      });
    else piece += JSON.stringify(value) ?? 'null';
  };
  const writeEach = <One>(
    open: string,
    members: readonly One[],
    close: string,
    writeOne: (one: One) => void = write,
  ): void => {
    piece += open;
    for (const [place, one] of members.entries()) {
      if (place > 0) piece += ',';
      writeOne(one);
    }
    piece += close;
  };
  write(body);
  return [...pieces, piece];
}

/** As `JSON.stringify` has it: a member that is undefined is left out. */
const isWritten = ([, value]: readonly [string, unknown]): boolean => value !== undefined;
