/** A header's value; null if it is missing or longer than `most` characters. */
export function readHeader(request: Request, name: string, most: number): string | null {
  const text = request.headers.get(name);
  return text === null || text.length > most ? null : text;
}
