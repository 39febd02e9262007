/** Where the proxy is when an element does not say: the origin that its script came from. */
let origin: string | null = null;

export const defaultEndpoint = (): string | null => origin;

/** @param address of the script or page; one without an origin (`file:`) leaves it unset */
export function endpointFrom(address: string): void {
  const found = originOf(address);
  if (found !== null) origin = found;
}

export const originOf = (address: string): string | null =>
  /^https?:/.test(address) ? new URL(address).origin : null;
