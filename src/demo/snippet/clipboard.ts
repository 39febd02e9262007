/** false: the browser does not let this page copy, as on one that came neither safely nor from this machine. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
