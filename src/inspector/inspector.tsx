/**
 * The inspector: why each question is shown or hidden, what would be sent and what was sent. Built as a separate file,
 * loaded only when it is opened, and rendered with the page's own copy of preact.
 */
import type { ReadonlySignal } from '@preact/signals';
import { type ComponentChildren, render } from 'preact';
import type { View } from '../form/contract.ts';
import { type HandedPreact, takePreact } from './handed-preact.ts';
import css from './inspector.css?inline';
import { RequestList } from './request-list.tsx';
import type { Traffic } from './traffic.ts';
import { WhyList } from './why-list.tsx';

export interface InspectorParts {
  readonly preact: HandedPreact;
  readonly view: ReadonlySignal<View>;
}

export interface Inspector {
  show(traffic: Traffic | null): void;
  unmount(): void;
}

export function mountInspector(target: Element, { preact, view }: InspectorParts): Inspector {
  takePreact(preact);
  const root = target.shadowRoot ?? target.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets = [sheet];
  const show = (traffic: Traffic | null) => render(<Panel view={view} traffic={traffic} />, root);
  show(null);
  return { show, unmount: () => render(null, root) };
}

interface PanelProps {
  readonly view: ReadonlySignal<View>;
  readonly traffic: Traffic | null;
}

function Panel({ view, traffic }: PanelProps) {
  const now = view.value;
  if (now.kind !== 'form') return <p class="none">There is no form on the page to look into.</p>;
  return (
    <div class="inspector">
      <Section title="Why" hint="each question, its rule, the answer read">
        <WhyList form={now.form} />
      </Section>
      <Section title="Requests" hint="what would be sent, what went">
        <RequestList form={now.form} traffic={traffic} />
      </Section>
    </div>
  );
}

interface SectionProps {
  readonly title: string;
  readonly hint: string;
  readonly children: ComponentChildren;
}

/** Lists scroll on their own when the page gives them a height (`--inspector-list`). */
function Section({ title, hint, children }: SectionProps) {
  return (
    <details class="section" open>
      <summary>
        <h3>{title}</h3>
        <span class="hint">{hint}</span>
      </summary>
      <section class="scroll" aria-label={title}>
        {children}
      </section>
    </details>
  );
}
