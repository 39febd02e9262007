/** Form tags without an end tag: the rest of the page becomes their content, and is not shown. */
import type { PageFacts, Tag } from './facts.ts';
import { type Finding, finding } from './finding.ts';

/** A missing end tag does no harm when nothing follows in the parent. */
export const closingFindings = ({ forms, frames }: PageFacts): readonly Finding[] =>
  [...forms, ...frames].flatMap(({ tag }) =>
    tag.isUnclosed && tag.hasContent && tag.name !== 'script' ? [notClosed(tag)] : [],
  );

function notClosed(where: Tag): Finding {
  const { fate, say } = where.name === 'iframe' ? ofFrame : ofElement;
  return finding('not_closed', {
    where,
    seen: `There is no </${where.name}>, and HTML knows no <${where.name} />: ${fate}`,
    say,
    lines: [`<${where.name} …></${where.name}>`],
  });
}

const ofElement = {
  fate: 'all that follows, up to the end of what the tag stands in, is inside it. Visitors see that only when the form cannot be shown.',
  say: 'Write the end tag, right after the tag or after the other way to apply that stands inside.',
};

const ofFrame = {
  fate: 'the rest of the page is inside it, and no browser shows that.',
  say: 'Write the end tag right after the tag.',
};
