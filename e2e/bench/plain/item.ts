import type { QuestionDocument, QuestionResource } from '../forms/question-resource.ts';

/** Text, Yes or No, or what was chosen; null: not answered. */
export type Value = string | boolean | readonly string[] | null;

/** One question and its state. */
export interface Item {
  readonly resource: QuestionResource;
  readonly parent: Item | null;
  readonly children: Item[];
  readonly depth: number;
  /** In display order. */
  place: number;
  value: Value;
  /** null while it is hidden. */
  block: HTMLElement | null;
}

/** All questions in display order, a parent before its children. */
export function readItems({ data, included }: QuestionDocument): readonly Item[] {
  const byId = new Map<string, Item>();
  const read = (resource: QuestionResource): Item => {
    const { conditional } = resource.attributes;
    const parent = (conditional && byId.get(conditional.parent_question_id)) ?? null;
    const item = newItem(resource, parent);
    byId.set(resource.id, item);
    parent?.children.push(item);
    return item;
  };
  const roots = data.map(read);
  included.forEach(read);
  const order: Item[] = [];
  for (const root of roots) addInOrder(root, order);
  return order;
}

const newItem = (resource: QuestionResource, parent: Item | null): Item => ({
  resource,
  parent,
  children: [],
  depth: parent === null ? 0 : parent.depth + 1,
  place: 0,
  value: null,
  block: null,
});

function addInOrder(item: Item, order: Item[]): void {
  item.place = order.length;
  order.push(item);
  for (const child of item.children) addInOrder(child, order);
}

/** Is this child shown, its parent being visible? */
export function holds({ resource, parent }: Item): boolean {
  const condition = resource.attributes.conditional?.conditions[0];
  if (!condition || !parent || parent.value === null) return false;
  if (condition.operator === 'greater_than') return Number(parent.value) > Number(condition.value);
  return String(parent.value) === condition.value;
}
