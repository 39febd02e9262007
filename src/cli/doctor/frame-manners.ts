/** How an iframe fits into its page: whether it has a title, and the height of its form. */
import { originOf } from './addresses.ts';
import type { FrameFact, PageFacts, ScriptFact } from './facts.ts';
import { type Finding, finding } from './finding.ts';

export function titleFinding({ tag }: FrameFact): readonly Finding[] {
  const naming = ['title', 'aria-label', 'aria-labelledby'];
  if (naming.some((name) => (tag.attributes[name] ?? '').trim() !== '')) return [];
  return [
    finding('missing_title', {
      where: tag,
      seen: 'The iframe has no title, or an empty one.',
      say: 'Say in the language of the page what is in it.',
      lines: ['title="Application form"'],
    }),
  ];
}

export function helperFindings(facts: PageFacts, { tag, address }: FrameFact): readonly Finding[] {
  const helper = facts.scripts.find(({ file }) => file === 'frame.js');
  const isMarked = 'data-apply-frame' in tag.attributes;
  if (helper !== undefined && isMarked) return [];
  return [helper === undefined ? withoutHelper(tag, originOf(address), isMarked) : notMarked(tag, helper)];
}

const withoutHelper = (where: FrameFact['tag'], origin: string | null, isMarked: boolean): Finding =>
  finding('frame_without_helper', {
    where,
    seen: 'The page does not load frame.js: the iframe keeps its height, scrolls inside, and tells the page nothing.',
    say: isMarked
      ? 'Add the helper to the page; the iframe is marked for it already.'
      : 'Add the helper to the page, and mark the iframe for it.',
    lines: [
      `<script src="${origin ?? 'https://forms.example.com'}/frame.js" async></script>`,
      ...(isMarked ? [] : ['<iframe data-apply-frame …>']),
    ],
  });

const notMarked = (where: FrameFact['tag'], helper: ScriptFact): Finding =>
  finding('frame_not_marked', {
    where,
    seen: `${helper.address} is loaded, but the iframe has no data-apply-frame.`,
    say: 'Mark the iframe, so that it gets the height of the form.',
    lines: ['<iframe data-apply-frame …>'],
  });
