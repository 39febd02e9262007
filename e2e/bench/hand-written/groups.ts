import { element } from './element.ts';
import type { Item } from './item.ts';

/** As in the widget: so many groups in a longer form, and so many questions in each at least. */
const groups = 40;
const least = 20;

/** What is laid out together; there only while it has a visible question. */
export class Groups {
  readonly #size: number;
  readonly #isGrouped: boolean;
  readonly #groups = new Map<number, HTMLElement>();

  constructor(count: number, isContained: boolean) {
    this.#size = Math.max(least, Math.ceil(count / groups));
    this.#isGrouped = isContained && count > 2 * least;
  }

  /** @param above the last visible question above it; null: there is none */
  add(blocks: HTMLElement, item: Item, above: Item | null): void {
    const { block } = item;
    if (block === null) return;
    const number = this.#numberOf(item);
    if (above?.block && (!this.#isGrouped || this.#numberOf(above) === number)) above.block.after(block);
    else if (this.#isGrouped) this.#groupOf(blocks, number, above).prepend(block);
    else blocks.prepend(block);
    this.#measure(number);
  }

  remove(item: Item): void {
    item.block?.remove();
    this.#measure(this.#numberOf(item));
  }

  #numberOf({ place }: Item): number {
    return Math.floor(place / this.#size);
  }

  #groupOf(blocks: HTMLElement, number: number, above: Item | null): HTMLElement {
    const known = this.#groups.get(number);
    if (known !== undefined) return known;
    const group = element('div', { class: 'af-group' });
    this.#groups.set(number, group);
    if (above?.block) above.block.parentElement?.after(group);
    else blocks.prepend(group);
    return group;
  }

  #measure(number: number): void {
    const group = this.#groups.get(number);
    if (group === undefined) return;
    group.style.cssText = `contain-intrinsic-block-size: auto ${group.childElementCount * 116}px`;
    if (group.childElementCount > 0) return;
    group.remove();
    this.#groups.delete(number);
  }
}
