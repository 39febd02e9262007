/** Where the proxy is if the element does not say: the origin its script was loaded from. */
let origin: string | null = null;
let folder: string | null = null;

export const defaultEndpoint = (): string | null => origin;

/** The other files of the form are beside its script. */
export const scriptFolder = (): string | null => folder;

/** @param address of the script or page; one without an origin (`file:`) leaves both unset */
export function endpointFrom(address: string): void {
  if (!/^https?:/.test(address)) return;
  const found = new URL('.', address);
  origin = found.origin;
  folder = found.href;
}
