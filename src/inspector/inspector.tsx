/**
 * The inspector: which questions there are and why each is shown or hidden, what would be sent and what was, and how its
 * delivery stands. Built as a separate file, loaded only when it is opened, drawn with the page's own copy of preact.
 */
import {
  computed,
  effect,
  type ReadonlySignal,
  type Signal,
  Signal as SignalClass,
  signal,
} from '@preact/signals';
import { render } from 'preact';
import type { QuestionId } from '../core/model/ids.ts';
import type { QuestionTree } from '../core/tree/question-tree.ts';
import type { Field, View } from '../form/contract.ts';
import checkStyles from './check-list.css?inline';
import { CheckList } from './check-list.tsx';
import deliveryStyles from './delivery.css?inline';
import { createDeliveryState, DeliveryList, type DeliveryState } from './delivery-list.tsx';
import { createFaultState } from './fault-switch.tsx';
import { createFormPlace, type FormPlace } from './form-place.ts';
import { type HandedPreact, takePreact } from './handed-preact.ts';
import base from './inspector.css?inline';
import lists from './lists.css?inline';
import { createLook, type Look } from './look.ts';
import { createMirror } from './mirror-form.ts';
import { createOutgoing, type Outgoing } from './outgoing-list.tsx';
import { cutInPieces, type Pieces } from './pieces.tsx';
import { createRequestsState, RequestList, type RequestsState } from './request-list.tsx';
import { showInOwnBox } from './show-in-own-box.ts';
import { type Tab, Tabs } from './tabs.tsx';
import type { SandboxTools, Traffic } from './traffic.ts';
import tree from './tree.css?inline';
import { TreeList } from './tree-list.tsx';
import { SaidLine } from './why-line.tsx';
import { createWhyFilter, type WhyFilter, WhyList } from './why-list.tsx';

export interface InspectorParts {
  readonly preact: HandedPreact;
  readonly view: ReadonlySignal<View>;
  /** The element that the form is in, to go to a question of it; absent where there is none at hand. */
  readonly element?: HTMLElement;
  /** Absent without a sandbox. */
  readonly sandbox?: SandboxTools;
}

export interface Inspector {
  show(traffic: Traffic | null): void;
  /** They may have been switched elsewhere. */
  readFaults(): Promise<void>;
  unmount(): void;
}

/** Kept while the page lives: who closes the inspector and opens it again finds the tab as it was. */
let lastTab = 'tree';

export function mountInspector(target: Element, parts: InspectorParts): Inspector {
  takePreact(parts.preact);
  const mirror = createMirror();
  const view = parts.view instanceof SignalClass ? parts.view : mirror.view(parts.view);
  const root = target.shadowRoot ?? target.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(base + tree + lists + deliveryStyles + checkStyles);
  root.adoptedStyleSheets = [sheet];
  const place = parts.element === undefined ? null : createFormPlace(parts.element);
  const desk = createDesk(view, place, parts.sandbox ?? null);
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
  return {
    show(traffic) {
      desk.traffic.value = traffic;
    },
    readFaults: desk.delivery.readFaults,
    unmount() {
      for (const end of endings) end();
      render(null, root);
    },
  };
}

/** All that the tabs draw from. */
interface Desk {
  /** null while there is no form to look into. */
  readonly opened: ReadonlySignal<Opened | null>;
  readonly traffic: Signal<Traffic | null>;
  readonly chosen: Signal<string>;
  readonly sandbox: SandboxTools | null;
  readonly filter: WhyFilter;
  readonly requests: RequestsState;
  readonly delivery: DeliveryState;
}

type ShownForm = Extract<View, { kind: 'form' }>;

/** One form, and what is kept of its lists while it is shown. */
interface Opened {
  readonly isPreview: boolean;
  readonly look: Look;
  readonly roots: Pieces<QuestionId>;
  readonly fields: Pieces<Field>;
  readonly outgoing: Outgoing;
}

function createDesk(view: ReadonlySignal<View>, place: FormPlace | null, sandbox: SandboxTools | null): Desk {
  return {
    opened: computed(() => (view.value.kind === 'form' ? open(view.value, place) : null)),
    traffic: signal(null),
    chosen: signal(lastTab),
    sandbox,
    filter: createWhyFilter(),
    requests: createRequestsState(),
    delivery: createDeliveryState(createFaultState(), place, sandbox),
  };
}

function open({ form, preview }: ShownForm, place: FormPlace | null): Opened {
  const look = createLook(form, place);
  return {
    isPreview: preview,
    look,
    roots: cutInPieces(rootsOf(form.tree), (id) => rowsBelow(form.tree, id)),
    fields: cutInPieces(look.fields),
    outgoing: createOutgoing(form),
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

function Panel({ desk }: { readonly desk: Desk }) {
  const opened = desk.opened.value;
  return (
    <div class="inspector">
      {opened === null ? (
        <p class="nothing">There is no form on the page to look into.</p>
      ) : (
        <Tabs tabs={tabsOf(desk, opened)} chosen={desk.chosen} />
      )}
    </div>
  );
}

/** Another tab is one more of these. */
function tabsOf(desk: Desk, { isPreview, look, roots, fields, outgoing }: Opened): readonly Tab[] {
  const { traffic, sandbox, filter, requests, delivery } = desk;
  const { form } = look;
  return [
    {
      name: 'tree',
      title: 'Tree',
      hint: 'The questions, and what shows each of them',
      draw: () => <TreeList look={look} roots={roots} />,
    },
    {
      name: 'why',
      title: 'Why',
      hint: 'Why each question is shown or hidden, in one sentence',
      draw: () => (
        <div class="with-line">
          <WhyList look={look} filter={filter} fields={fields} />
          <SaidLine look={look} />
        </div>
      ),
    },
    {
      name: 'requests',
      title: 'Requests',
      hint: 'What would be sent now, and what went',
      draw: () => <RequestList outgoing={outgoing} traffic={traffic} sandbox={sandbox} state={requests} />,
    },
    {
      name: 'delivery',
      title: 'Delivery',
      hint: 'How far each answer has come, and what happens when the service fails',
      draw: () => (
        <DeliveryList
          form={form}
          isPreview={isPreview}
          traffic={traffic.value}
          sandbox={sandbox}
          state={delivery}
        />
      ),
    },
    {
      name: 'check',
      title: 'Check',
      hint: 'What is wrong with the questions, and what to do',
      draw: () => (
        <div class="with-line">
          <div class="findings">
            <CheckList form={form} onGo={(question) => goToQuestion(look, question)} />
          </div>
          <SaidLine look={look} />
        </div>
      ),
    },
  ];
}

function goToQuestion({ form, goTo }: Look, question: QuestionId): void {
  const field = form.fields.get(question);
  if (field !== undefined) goTo?.(field);
}
