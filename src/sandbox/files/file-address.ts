/** Where the bytes of a file are: on the sandbox itself, under an id that stands for the key, as signed addresses do. */

/** A text of half a surrogate pair can be no part of an address. */
export const encodeName = (filename: string): string =>
  encodeURIComponent(filename.replace(/\p{Surrogate}/gu, '\uFFFD'));

export function fileUrl(baseUrl: string, file: { readonly id: string; readonly filename: string }): string {
  return `${baseUrl}/files/${encodeName(file.id)}/${encodeName(file.filename)}`;
}
