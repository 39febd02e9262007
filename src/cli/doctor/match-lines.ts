/** Which tag of the source became which element: an element without one was put there by script. */
import type { Tag } from './facts.ts';

/** What a script of the page seldom changes. */
const telling = ['id', 'src', 'job', 'token', 'name', 'http-equiv', 'data-apply-job', 'data-apply-token'];

/** @returns for each element its tag with the attributes that it has now, or null */
export function matchLines(
  elements: readonly Omit<Tag, 'line'>[],
  tags: readonly Tag[],
): readonly (Tag | null)[] {
  const left = [...tags];
  return elements.map(({ name, attributes }) => {
    const index = left.findIndex((tag) => tag.name === name && isSame(tag.attributes, attributes));
    const [tag] = index === -1 ? [] : left.splice(index, 1);
    // Children as they were written: `isolation="light"` takes them out.
    return tag === undefined ? null : { ...tag, attributes, written: tag.attributes };
  });
}

type Attributes = Tag['attributes'];

/** What was not written may have been set since. */
const isSame = (written: Attributes, now: Attributes): boolean =>
  telling.every((name) => written[name] === undefined || written[name] === now[name]);
