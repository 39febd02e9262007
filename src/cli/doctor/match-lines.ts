/** Matches tags in the source with elements: an element without a tag was added by script. */
import type { Tag } from './facts.ts';

/** Attributes that scripts of the page seldom change. */
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
    // Whether it has children is taken from the source: `isolation="light"` removes them.
    return tag === undefined ? null : { ...tag, attributes, written: tag.attributes };
  });
}

type Attributes = Tag['attributes'];

/** Attributes that are missing in the source may have been set since. */
const isSame = (written: Attributes, now: Attributes): boolean =>
  telling.every((name) => written[name] === undefined || written[name] === now[name]);
