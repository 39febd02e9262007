/** Docker and Kubernetes set such variables for every service beside ours, as `APPLY_FORM_SERVICE_HOST`. */
const injected = /^APPLY_(\w+_)?(SERVICE_HOST|SERVICE_PORT(_\w+)?|PORT|PORT_\d+_\w+)$/;

/** A misspelt name must not silently leave a variable unset; names without our prefix are of other programs. */
export const unknownNames = (names: readonly string[], known: readonly string[]): readonly string[] =>
  names.filter((name) => name.startsWith('APPLY_') && !known.includes(name) && !injected.test(name));
