/** Where the proxy is if the element does not say: the folder its script was loaded from, without a slash at the end. */
let endpoint: string | null = null;
let script: string | null = null;

export const defaultEndpoint = (): string | null => endpoint;

/** Of `apply-form.js`, where that made the form. */
export const scriptAddress = (): string | null => script;

/** @param address of the script or page; one without an origin (`file:`) leaves both unset */
export function endpointFrom(address: string): void {
  if (!/^https?:/.test(address)) return;
  const { origin, pathname } = new URL('.', address);
  if (address.endsWith('.js')) script = address;
  // A script of one version is a folder deeper.
  endpoint = origin + pathname.replace(/(\/\d+\.\d+\.[^/]+)?\/$/, '');
}

/** Of a page of ours: where it is served, which may be below a path. */
export const pageFolder = (): string =>
  new URL(/\/frame\/[^/]+$/.test(location.pathname) ? '../' : './', location.href).href;
