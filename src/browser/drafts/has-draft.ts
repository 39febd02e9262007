/** Prefix of every name under which a form stores something in the browser. */
export const draftName = 'apply-form:';

/** Names of everything that forms have stored. */
export function storedNames(storage: () => Storage): readonly string[] {
  try {
    return Object.keys(storage()).filter((name) => name.startsWith(draftName));
  } catch {
    // Storage is blocked, so nothing can have been stored.
    return [];
  }
}

/** True if something may be stored from an earlier visit: the form is not ready until it is restored. */
export const hasDraft = (): boolean =>
  storedNames(() => localStorage).length + storedNames(() => sessionStorage).length > 0;

/** Deletes what visitors have typed in this tab, for any job. */
export function forgetTab(): void {
  for (const name of storedNames(() => sessionStorage)) sessionStorage.removeItem(name);
}
