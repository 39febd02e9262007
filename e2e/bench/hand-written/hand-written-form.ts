/*
 * The same form by hand: plain DOM, direct listeners, no framework, the markup and the styles of the widget. It checks
 * no answer, keeps no draft and sends nothing: what it costs is near to the least that such a form can cost.
 */

import { en } from '../../../src/locale/en.ts';
import { enLazy } from '../../../src/locale/en-lazy.ts';
import { infoShape } from '../../../src/ui/icon/icon-shapes.ts';
import datesStyles from '../../../src/ui/styles/dates.css?inline';
import lazyStyles from '../../../src/ui/styles/lazy.css?inline';
import rareStyles from '../../../src/ui/styles/rare.css?inline';
import styles from '../../../src/ui/styles.css?inline';
import type { QuestionDocument } from '../forms/question-resource.ts';
import { type BlockPlace, drawBlock, hiddenTagId, updateClearing } from './block.ts';
import { drawIcon, element } from './element.ts';
import { Groups } from './groups.ts';
import { holds, type Item, readItems, type Value } from './item.ts';

const prefix = 'hand';

/** As in the widget: so many that appear at once are simply there. */
const manyMoving = 6;

/** Most numbers have no groups, and need no `Intl` for it. */
const writeCount = (count: number): string => (count < 1000 ? `${count}` : count.toLocaleString('en'));

export interface HandWrittenOptions {
  /** `content-visibility` on the groups of a long form. */
  readonly containment: boolean;
}

/** What one answer has shown and hidden. */
interface Change {
  readonly shown: Item[];
  readonly hidden: Item[];
}

export class HandWrittenForm {
  readonly #order: readonly Item[];
  readonly #shownTag: BlockPlace['shownTag'];
  readonly #groups: Groups;
  readonly #blocks = element('div', { class: 'af-blocks' });
  readonly #count = element('button', { type: 'button', class: 'af-link' });
  readonly #ready = element('span', {}, enLazy['foot.ready']);
  readonly #bar = element('progress', { 'aria-hidden': 'true' });
  readonly #progress = element('div', { class: 'af-progress', part: 'progress' }, this.#bar, this.#count);
  readonly #live = element('div', { class: 'af-hidden', role: 'status' });
  /** Required questions that are shown, and those of them without an answer. */
  #total = 0;
  #missing = 0;

  constructor(host: HTMLElement, document: QuestionDocument, { containment }: HandWrittenOptions) {
    this.#order = readItems(document);
    const required = this.#order.filter((item) => item.resource.attributes.required).length;
    this.#shownTag = required * 2 >= this.#order.length ? 'optional' : 'required';
    this.#groups = new Groups(this.#order.length, containment);
    let above: Item | null = null;
    for (const item of this.#order) {
      if (item.parent !== null) continue;
      this.#draw(item);
      this.#groups.add(this.#blocks, item, above);
      above = item;
    }
    this.#tellProgress();
    const root = host.attachShadow({ mode: 'open' });
    const hasDates = this.#order.some(({ resource }) => resource.attributes.question_type === 'date');
    root.adoptedStyleSheets = [styles, ...(hasDates ? [datesStyles] : [])].map(styleSheet);
    const form = this.#drawForm();
    const prepare = () => {
      root.adoptedStyleSheets.push(styleSheet(lazyStyles + rareStyles));
      form.querySelector('.af-foot')?.prepend(this.#progress);
      keepFootClear(form);
    };
    root.addEventListener('focusin', prepare, { once: true });
    root.addEventListener('focusin', ({ target }) => {
      if (target instanceof HTMLInputElement && target.type === 'text') target.enterKeyHint = 'next';
    });
    root.append(element('div', { class: 'af', lang: 'en', dir: 'ltr' }, form, this.#live));
  }

  #drawForm(): HTMLElement {
    const looks = {
      class: 'af-form',
      part: 'form',
      method: 'dialog',
      novalidate: '',
      'aria-label': en['form.label'],
    };
    const hiddenTag = element('span', { id: hiddenTagId(prefix), hidden: '' });
    hiddenTag.append(en[this.#shownTag === 'required' ? 'optional' : 'required']);
    const form = element('form', looks, hiddenTag, this.#blocks, ...this.#drawFoot());
    form.addEventListener('submit', (event) => event.preventDefault());
    this.#blocks.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
    });
    return form;
  }

  #drawFoot(): readonly HTMLElement[] {
    const notice = element('p', { class: 'af-notice' }, drawIcon(infoShape), en['form.preview']);
    const button = element('button', { type: 'submit', class: 'af-button', part: 'button' }, en['form.send']);
    return [notice, element('div', { class: 'af-foot' }, button)];
  }

  /** Where the block of a visible question goes is for the caller to say. */
  #draw(item: Item): void {
    const block = drawBlock(this.#placeOf(item));
    item.block = block;
    this.#tally(item, 1);
    if (item.value !== null) updateClearing(this.#placeOf(item));
  }

  #tally({ resource, value }: Item, change: 1 | -1): void {
    if (!resource.attributes.required) return;
    this.#total += change;
    if (value === null) this.#missing += change;
  }

  #placeOf(item: Item): BlockPlace {
    return {
      item,
      prefix,
      shownTag: this.#shownTag,
      answer: (value) => this.#answer(item, value),
    };
  }

  #answer(item: Item, value: Value): void {
    this.#tally(item, -1);
    item.value = value;
    this.#tally(item, 1);
    updateClearing(this.#placeOf(item));
    const change: Change = { shown: [], hidden: [] };
    this.#updateBelow(item, change);
    this.#tellProgress();
    if (change.shown.length + change.hidden.length > 0) this.#tellChange(item, change);
  }

  #updateBelow(item: Item, change: Change): void {
    for (const child of item.children) {
      const visible = item.block !== null && holds(child);
      if (visible === (child.block !== null)) continue;
      if (visible) this.#show(child);
      else this.#hide(child);
      change[visible ? 'shown' : 'hidden'].push(child);
      this.#updateBelow(child, change);
    }
  }

  #show(item: Item): void {
    this.#draw(item);
    let before = item.place - 1;
    while (this.#order[before]?.block === null) before -= 1;
    this.#groups.add(this.#blocks, item, this.#order[before] ?? null);
  }

  #hide(item: Item): void {
    this.#groups.remove(item);
    item.block = null;
    this.#tally(item, -1);
  }

  #tellProgress(): void {
    const [missing, total] = [this.#missing, this.#total];
    const forms = enLazy['foot.missing'];
    this.#count.textContent = (missing === 1 ? forms.one : forms.other).replace(
      '{count}',
      writeCount(missing),
    );
    this.#bar.after(missing > 0 ? this.#count : this.#ready);
    (missing > 0 ? this.#ready : this.#count).remove();
    this.#bar.max = Math.max(1, total);
    this.#bar.value = total > 0 ? total - missing : 1;
  }

  #tellChange({ resource }: Item, { shown, hidden }: Change): void {
    if (shown.length < manyMoving)
      for (const { block } of shown) if (block !== null) block.dataset['new'] = '';
    const forms = shown.length > 0 ? enLazy['live.shown'] : enLazy['live.hidden'];
    const count = shown.length + hidden.length;
    const sentence = (count === 1 ? forms.one : forms.other)
      .replace('{count}', writeCount(count))
      .replace('{title}', resource.attributes.title);
    this.#live.replaceChildren(element('p', {}, sentence));
  }
}

/** What has focus stays above the foot, however high it is. */
function keepFootClear(form: HTMLElement): void {
  const foot = form.querySelector<HTMLElement>('.af-foot');
  if (foot === null) return;
  const tell = () => form.parentElement?.style.setProperty('--af-foot', `${foot.offsetHeight}px`);
  new ResizeObserver(tell).observe(foot);
}

function styleSheet(text: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return sheet;
}
