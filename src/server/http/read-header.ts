/** A header as a client wrote it; null: there is none, or it is longer than what it is for can be. */
export function readHeader(request: Request, name: string, most: number): string | null {
  const text = request.headers.get(name);
  return text === null || text.length > most ? null : text;
}
