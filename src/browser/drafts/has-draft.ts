/** Prefix of every name under which a form stores something in the browser. */
export const keptName = 'apply-form:';

/** Something may be stored from an earlier visit, and the form is not ready until it has been restored. */
export function mayBeKept(): boolean {
  try {
    return `${Object.keys(localStorage)}${Object.keys(sessionStorage)}`.includes(keptName);
  } catch {
    // Storage is blocked, so nothing can have been stored.
    return false;
  }
}

/** Deletes what visitors have typed in this tab, whatever job it was for. */
export function forgetTab(): void {
  try {
    for (const name of Object.keys(sessionStorage))
      if (name.startsWith(keptName)) sessionStorage.removeItem(name);
  } catch {
    // Storage is blocked, so nothing can have been stored.
  }
}
