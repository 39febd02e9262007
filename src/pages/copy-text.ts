export const notCopied = 'This browser does not let the page copy: select the text, then copy it.';

/** Returns false if the browser forbids copying, for example over plain HTTP from another machine. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
