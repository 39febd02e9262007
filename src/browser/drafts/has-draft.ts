/** Every name in the browser's storage under which a form keeps something begins so. */
export const keptName = 'apply-form:';

/** Something may be kept of an earlier visit: the form is not ready before it is back. */
export function mayBeKept(): boolean {
  try {
    return `${Object.keys(localStorage)}${Object.keys(sessionStorage)}`.includes(keptName);
  } catch {
    // Blocked: nothing can have been kept.
    return false;
  }
}
