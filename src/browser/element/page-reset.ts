/**
 * Undoes what a page's rules for elements (`h2 { margin: 0 }`) take from a form in the page's own DOM. They weigh as much
 * as rules that mean the form, so only values that say nothing are undone: no space, a heading or a link like the text
 * around it, a button without a ground. The space around paragraphs and lists of the form itself is undone always, since
 * a page cannot know that an error is a paragraph.
 */

import { lightRoot } from './light-styles.ts';

const probe = 'data-af-probe';
const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];
const lists = ['ul', 'ol'];
const others = ['p', 'dl', 'dd', 'fieldset', 'label', 'a', 'select', 'input', 'textarea', 'button'];
/** As heavy as one element, so that any rule with a class or a part in it wins. */
const within = `:where(.${lightRoot}:not([${probe}]))`;
const ownParagraphs = `${within} :is(p,ul,ol):where(:not(.af-help *)){margin:revert-layer;padding:revert-layer}`;

/** @returns rules for a sheet outside the layer */
export function undoReset(element: HTMLElement): string {
  // As a form, but without what was undone for one already.
  const root = element.ownerDocument.createElement('div');
  root.className = lightRoot;
  root.setAttribute(probe, '');
  const form = element.ownerDocument.createElement('div');
  form.className = 'af';
  // What stands in a block directly keeps its own `display`.
  const block = element.ownerDocument.createElement('div');
  form.append(block);
  root.append(form);
  element.append(root);
  const rules = [...headings, ...lists, ...others].map((tag) => {
    const taken = takenFrom(block, tag).map((property) => `${property}:revert-layer`);
    return taken.length === 0 ? '' : `${within} ${tag}{${taken.join(';')}}`;
  });
  if (hasNoGround(block)) rules.push(`.${lightRoot}:where(:not([${probe}])) .af-button{all:revert-layer}`);
  root.remove();
  return ownParagraphs + rules.join('');
}

/** Properties of such an element that say nothing. */
function takenFrom(block: HTMLElement, tag: string): readonly string[] {
  const element = block.ownerDocument.createElement(tag);
  if (tag === 'a') element.setAttribute('href', '#');
  block.append(element);
  const text = getComputedStyle(block);
  const style = getComputedStyle(element);
  const taken = ['margin', 'padding'].filter((name) => style.getPropertyValue(name) === '0px');
  const isText = style.fontSize === text.fontSize && style.fontWeight === text.fontWeight;
  if (headings.includes(tag) && isText) taken.push('font-size', 'font-weight');
  if (lists.includes(tag) && style.listStyleType === 'none') taken.push('list-style');
  if (/^(a|button)$/.test(tag) && style.color === text.color) taken.push('color');
  if (tag === 'a' && style.textDecorationLine === 'none') taken.push('text-decoration');
  // Over the area for files lies an input that is not seen.
  if (tag === 'input' && style.opacity === '1') taken.push('opacity');
  // Text after such a label has no space before it, and an option no column for its circle.
  if (tag === 'label' && style.display === 'inline-block') taken.push('display');
  return taken;
}

/** Nothing would tell a button as *Send* is from text. */
function hasNoGround(block: HTMLElement): boolean {
  const button = block.ownerDocument.createElement('button');
  button.className = 'af-button';
  button.type = 'submit';
  button.setAttribute('part', 'button');
  block.append(button);
  const { backgroundColor, backgroundImage, borderTopWidth } = getComputedStyle(button);
  const isClear = backgroundColor === 'rgba(0, 0, 0, 0)' || backgroundColor === 'transparent';
  return isClear && backgroundImage === 'none' && borderTopWidth === '0px';
}
