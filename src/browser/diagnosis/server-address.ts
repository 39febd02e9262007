/** Without a trailing slash; null if it is not a web address. */
export function addressOf(endpoint: string, page: string): string | null {
  if (!/^(https?:\/)?\//i.test(endpoint)) return null;
  try {
    return new URL(endpoint, page).href.replace(/\/+$/, '');
  } catch {
    return null;
  }
}
