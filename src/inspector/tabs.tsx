/** Tabs as the ARIA practices have them: arrow keys, Home and End choose; only the chosen panel is drawn. */
import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';

export interface Tab {
  readonly name: string;
  readonly title: string;
  /** What the tab is about, for its tooltip and its description. */
  readonly hint: string;
  readonly draw: () => ComponentChildren;
}

interface TabsProps {
  readonly tabs: readonly Tab[];
  readonly chosen: Signal<string>;
}

export function Tabs({ tabs, chosen }: TabsProps) {
  const shown = tabs.find(({ name }) => name === chosen.value) ?? tabs[0];
  if (shown === undefined) return null;
  return (
    <>
      <div
        class="tabs"
        role="tablist"
        aria-label="Look inside the form"
        onKeyDown={(event) => chooseByKey(event, tabs, chosen)}
      >
        {tabs.map((tab) => (
          <TabButton key={tab.name} tab={tab} isChosen={tab === shown} chosen={chosen} />
        ))}
      </div>
      <div
        class="panel"
        role="tabpanel"
        id="panel"
        tabindex={0}
        aria-labelledby={`tab-${shown.name}`}
        key={shown.name}
      >
        {shown.draw()}
      </div>
    </>
  );
}

interface TabButtonProps extends Pick<TabsProps, 'chosen'> {
  readonly tab: Tab;
  readonly isChosen: boolean;
}

function TabButton({ tab: { name, title, hint }, isChosen, chosen }: TabButtonProps) {
  return (
    <button
      type="button"
      class="tab"
      role="tab"
      id={`tab-${name}`}
      title={hint}
      aria-selected={isChosen}
      aria-controls={isChosen ? 'panel' : undefined}
      tabindex={isChosen ? 0 : -1}
      onClick={() => {
        chosen.value = name;
      }}
    >
      {title}
    </button>
  );
}

const steps: Readonly<Record<string, (place: number, tabs: number) => number>> = {
  ArrowRight: (place, tabs) => (place + 1) % tabs,
  ArrowLeft: (place, tabs) => (place + tabs - 1) % tabs,
  Home: () => 0,
  End: (_place, tabs) => tabs - 1,
};

function chooseByKey(event: KeyboardEvent, tabs: readonly Tab[], chosen: Signal<string>): void {
  const step = steps[event.key];
  const list = event.currentTarget;
  if (step === undefined || !(list instanceof Element)) return;
  const place = tabs.findIndex(({ name }) => name === chosen.peek());
  const next = tabs[step(Math.max(place, 0), tabs.length)];
  if (next === undefined) return;
  event.preventDefault();
  chosen.value = next.name;
  list.querySelector<HTMLElement>(`#tab-${next.name}`)?.focus();
}
