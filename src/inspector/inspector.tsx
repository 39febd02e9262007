/**
 * The inspector: which questions there are and why each is shown or hidden, what would be sent, what went and how far it
 * has come. Built as a separate file with a preact of its own, loaded only when it is opened.
 */
import { computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { render } from 'preact';
import type { QuestionId } from '../core/model/ids.ts';
import type { QuestionTree } from '../core/tree/question-tree.ts';
import type { View } from '../form/contract.ts';
import checkStyles from './check-list.css?inline';
import { CheckList } from './check-list.tsx';
import { createFormPlace, type FormPlace } from './form-place.ts';
import base from './inspector.css?inline';
import { createLook, type Look } from './look.ts';
import { createMirror } from './mirror-form.ts';
import { cutInPieces, type Pieces } from './pieces.tsx';
import requestStyles from './request-list.css?inline';
import { createRequests, RequestList, type Requests } from './request-list.tsx';
import { showInOwnBox } from './show-in-own-box.ts';
import { type Tab, Tabs } from './tabs.tsx';
import treeStyles from './tree.css?inline';
import { TreeList } from './tree-list.tsx';
import { SaidLine } from './why-line.tsx';

/** Kept while the page lives: who closes the inspector and opens it again finds the tab as it was. */
let lastTab = 'tree';

/** Returns what takes it away again. */
export function mountInspector(
  target: Element,
  /** The element that the form is in, and its view. */
  { view, element }: { readonly view: ReadonlySignal<View>; readonly element?: HTMLElement },
): () => void {
  const mirror = createMirror();
  const root = target.shadowRoot ?? target.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(base + treeStyles + requestStyles + checkStyles);
  root.adoptedStyleSheets = [sheet];
  const place = element === undefined ? null : createFormPlace(element);
  const desk = createDesk(mirror.view(view), place);
  const endings = [
    effect(() => {
      lastTab = desk.chosen.value;
      const look = desk.opened.peek()?.look;
      if (look !== undefined) look.line.value = { kind: 'nothing' };
    }),
    place?.watch((question) => markFocused(desk, root, question)) ?? (() => {}),
    mirror.end,
  ];
  render(<Panel desk={desk} />, root);
  return () => {
    for (const end of endings) end();
    render(null, root);
  };
}

/** All that the tabs draw from. */
interface Desk {
  /** null while there is no form to look into. */
  readonly opened: ReadonlySignal<Opened | null>;
  readonly chosen: Signal<string>;
}

/** One form, and what is kept of its lists while it is shown. */
interface Opened {
  readonly look: Look;
  readonly roots: Pieces<QuestionId>;
  readonly requests: Requests;
}

function createDesk(view: ReadonlySignal<View>, place: FormPlace | null): Desk {
  return {
    opened: computed(() => (view.value.kind === 'form' ? open(view.value, place) : null)),
    chosen: signal(lastTab),
  };
}

function open({ form }: Extract<View, { kind: 'form' }>, place: FormPlace | null): Opened {
  return {
    look: createLook(form, place),
    roots: cutInPieces(rootsOf(form.tree), (id) => rowsBelow(form.tree, id)),
    requests: createRequests(form),
  };
}

/** And those that no place in the tree can be found for. */
function rootsOf({ nodes, roots }: QuestionTree): readonly QuestionId[] {
  const known = new Set(roots);
  const lost = [...nodes.values()].filter(
    ({ parent, question: { id } }) => parent === null && !known.has(id),
  );
  return [...roots, ...lost.map(({ question: { id } }) => id)];
}

function rowsBelow({ nodes }: QuestionTree, root: QuestionId): number {
  const waiting = [root];
  let rows = 0;
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    rows += 1;
    waiting.push(...(nodes.get(id)?.children ?? []));
  }
  return rows;
}

/** The row of the question that has focus in the form, in its own box. */
function markFocused({ opened, chosen }: Desk, root: ShadowRoot, question: QuestionId): void {
  const look = opened.peek()?.look;
  if (look === undefined || look.focused.now === question) return;
  look.focused.put(question);
  look.stop.put(question);
  if (chosen.peek() !== 'tree') return;
  look.line.value = { kind: 'why', question };
  const row = root.querySelector<HTMLElement>(`[data-row="${CSS.escape(question)}"]`);
  if (row !== null) showInOwnBox(row);
}

function Panel({ desk: { opened, chosen } }: { readonly desk: Desk }) {
  return (
    <div class="inspector">
      {opened.value === null ? (
        <p class="nothing">There is no form on the page to look into.</p>
      ) : (
        <Tabs tabs={tabsOf(opened.value)} chosen={chosen} />
      )}
    </div>
  );
}

const tabsOf = ({ look, roots, requests }: Opened): readonly Tab[] => [
  {
    name: 'tree',
    title: 'Tree',
    hint: 'The questions, and why each of them is shown or hidden',
    draw: () => <TreeList look={look} roots={roots} />,
  },
  {
    name: 'requests',
    title: 'Requests',
    hint: 'What would be sent, what went and how far it has come',
    draw: () => <RequestList requests={requests} />,
  },
  {
    name: 'check',
    title: 'Check',
    hint: 'What is wrong with the questions, and what to do',
    draw: () => (
      <div class="with-line">
        <div class="findings">
          <CheckList form={look.form} onGo={(question) => goToQuestion(look, question)} />
        </div>
        <SaidLine look={look} />
      </div>
    ),
  },
];

function goToQuestion({ form, goTo }: Look, question: QuestionId): void {
  const field = form.fields.get(question);
  if (field !== undefined) goTo?.(field);
}
