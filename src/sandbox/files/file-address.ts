/** The address of a file's bytes: on the sandbox itself, under an id that grants access, as signed addresses do. */

/** A lone surrogate cannot be part of an address. */
export const encodeName = (filename: string): string =>
  encodeURIComponent(filename.replace(/\p{Surrogate}/gu, '\uFFFD'));

export function fileUrl(baseUrl: string, file: { readonly id: string; readonly filename: string }): string {
  return `${baseUrl}/files/${encodeName(file.id)}/${encodeName(file.filename)}`;
}
