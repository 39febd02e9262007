/** Where the proxy is when an element does not say: the origin that its script came from. */
let origin: string | null = null;
let folder: string | null = null;

export const defaultEndpoint = (): string | null => origin;

/** The other files of the form lie beside its script. */
export const scriptFolder = (): string | null => folder;

/** @param address of the script or page; one without an origin (`file:`) leaves both unset */
export function endpointFrom(address: string): void {
  const found = originOf(address);
  if (found === null) return;
  origin = found;
  folder = new URL('.', address).href;
}

export const originOf = (address: string): string | null =>
  /^https?:/.test(address) ? new URL(address).origin : null;
