const isObject = (json: unknown): json is object => typeof json === 'object' && json !== null;

/** Ignores the order of members. Not recursive, because hostile JSON may be nested deeper than the call stack. */
export function sameJson(one: unknown, other: unknown): boolean {
  const waiting: (readonly [unknown, unknown])[] = [[one, other]];
  for (let pair = waiting.pop(); pair !== undefined; pair = waiting.pop()) {
    const [first, second] = pair;
    if (first === second) continue;
    if (!isObject(first) || !isObject(second) || !haveSameMembers(first, second)) return false;
    for (const name of Object.keys(first))
      waiting.push([Reflect.get(first, name), Reflect.get(second, name)]);
  }
  return true;
}

function haveSameMembers(one: object, other: object): boolean {
  const names = Object.keys(one);
  if (Array.isArray(one) !== Array.isArray(other) || names.length !== Object.keys(other).length) return false;
  return names.every((name) => Object.hasOwn(other, name));
}
