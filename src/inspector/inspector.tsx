/** The inspector: which questions there are and why each is shown or hidden, what would be sent, and what is wrong. */
import type { ReadonlySignal } from '@preact/signals';
import { render } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { checkQuestions } from '../core/check/check-questions.ts';
import { quoted } from '../core/check/finding.ts';
import type { QuestionId } from '../core/model/ids.ts';
import type { Field, Form, View } from '../form/contract.ts';
import { CheckList } from './check-list.tsx';
import { followForm } from './follow-form.ts';
import { createFormPlace, type FormPlace } from './form-place.ts';
import styles from './inspector.css?inline';
import { RequestList } from './request-list.tsx';
import { TreeList } from './tree-list.tsx';
import { decidingField, titleOf } from './words.ts';

interface Inspected {
  readonly view: ReadonlySignal<View>;
  /** The element that contains the form. */
  readonly element: HTMLElement;
}

/** Returns a function that stops the inspector; the chosen tab stays for the next form here. */
export function mountInspector(target: Element, { view, element }: Inspected): () => void {
  const root = target.shadowRoot ?? styled(target.attachShadow({ mode: 'open' }));
  const place = createFormPlace(element);
  return followForm(view, (form, round) => render(<Inspector {...{ form, place, round }} />, root));
}

/** Keeps the styles of the page out. */
function styled(root: ShadowRoot): ShadowRoot {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  root.adoptedStyleSheets = [sheet];
  return root;
}

const tabs = [
  { name: 'tree', title: 'Tree' },
  { name: 'requests', title: 'Requests' },
  { name: 'check', title: 'Check' },
] as const;

type TabName = (typeof tabs)[number]['name'];

interface InspectorProps {
  /** null while there is none. */
  readonly form: Form | null;
  readonly place: FormPlace;
  readonly round: number;
}

function Inspector({ form, place, round }: InspectorProps) {
  const [tab, setTab] = useState<TabName>('tree');
  return (
    <div class="inspector" lang="en" dir="ltr">
      <Tabs chosen={tab} onChoose={setTab} />
      <div class="panel" role="tabpanel" id="panel" tabindex={0} aria-labelledby={`tab-${tab}`} key={tab}>
        {form === null ? (
          <p class="hint">There is no form on the page to look into.</p>
        ) : (
          <Panel {...{ tab, form, place, round }} />
        )}
      </div>
    </div>
  );
}

interface PanelProps extends InspectorProps {
  readonly form: Form;
  readonly tab: TabName;
}

function Panel({ tab, form, place, round }: PanelProps) {
  const [focused, setFocused] = useState<QuestionId | null>(null);
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const findings = useMemo(() => checkQuestions(form.tree), [form.tree]);
  useEffect(() => place.watch(setFocused), [place]);
  const goTo = (field: Field) => {
    const reached = decidingField(form, field);
    setWanted({ field, reached: place.goTo(reached.question) ? reached : null });
  };
  return (
    <>
      {tab === 'tree' && <TreeList {...{ form, focused, findings, goTo }} />}
      {tab === 'requests' && <RequestList form={form} round={round} />}
      {tab === 'check' && <CheckList {...{ form, findings, goTo }} />}
      <p class="said" role="status">
        {wanted && whereTo(wanted)}
      </p>
    </>
  );
}

/** The pressed question, and the question that got focus for it; null if none of them is on the page. */
interface Wanted {
  readonly field: Field;
  readonly reached: Field | null;
}

function whereTo({ field, reached }: Wanted): string {
  if (reached === null) return `${quoted(titleOf(field))} is not on the page now.`;
  if (field.visible.value) return '';
  return `${quoted(titleOf(field))} is hidden. You are now at ${quoted(titleOf(reached))}, which decides it.`;
}

interface TabsProps {
  readonly chosen: TabName;
  readonly onChoose: (tab: TabName) => void;
}

/** Follows the tabs pattern of the ARIA practices. */
function Tabs({ chosen, onChoose }: TabsProps) {
  const index = tabs.findIndex(({ name }) => name === chosen);
  const targets: Readonly<Record<string, number>> = {
    ArrowRight: index + 1,
    ArrowLeft: index - 1,
    Home: 0,
    End: -1,
  };
  const chooseByKey = (event: KeyboardEvent) => {
    const next = targets[event.key];
    const tab = next === undefined ? undefined : tabs.at(next % tabs.length);
    if (tab === undefined || !(event.currentTarget instanceof Element)) return;
    event.preventDefault();
    onChoose(tab.name);
    event.currentTarget.querySelector<HTMLElement>(`#tab-${tab.name}`)?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label="Look inside the form" onKeyDown={chooseByKey}>
      {tabs.map(({ name, title }) => (
        <button
          type="button"
          role="tab"
          key={name}
          id={`tab-${name}`}
          aria-selected={name === chosen}
          aria-controls="panel"
          tabindex={name === chosen ? 0 : -1}
          onClick={() => onChoose(name)}
        >
          {title}
        </button>
      ))}
    </div>
  );
}
