import type { Signal } from '@preact/signals';
import { choicesOf, type Filter, isFiltering, noFilter } from './filter.ts';
import type { Waiting } from './read-reply.ts';

interface FilterBarProps {
  readonly filter: Signal<Filter>;
  readonly all: readonly Waiting[];
}

export function FilterBar({ filter, all }: FilterBarProps) {
  const { states, codes, jobs } = choicesOf(all);
  const now = filter.value;
  const change = (part: Partial<Filter>) => {
    filter.value = { ...filter.peek(), ...part };
  };
  return (
    <search class="filters" aria-label="Choose what is listed">
      <div class="words">
        <label for="filter-words">Reference or application</label>
        <input
          id="filter-words"
          type="search"
          autocomplete="off"
          spellcheck={false}
          value={now.words}
          onInput={({ currentTarget }) => change({ words: currentTarget.value })}
        />
      </div>
      <Choice
        id="state"
        title="State"
        names={states}
        chosen={now.state}
        choose={(state) => change({ state })}
      />
      <Choice id="code" title="Reason" names={codes} chosen={now.code} choose={(code) => change({ code })} />
      <Choice id="job" title="Job" names={jobs} chosen={now.job} choose={(job) => change({ job })} />
      {isFiltering(now) && (
        <button
          type="button"
          class="quiet"
          onClick={() => {
            filter.value = noFilter;
            document.getElementById('filter-words')?.focus();
          }}
        >
          Show all
        </button>
      )}
    </search>
  );
}

interface ChoiceProps {
  readonly id: string;
  readonly title: string;
  readonly names: readonly string[];
  readonly chosen: string | null;
  choose(name: string | null): void;
}

/** A chosen name stays a choice when nothing has it any more. */
function Choice({ id, title, names, chosen, choose }: ChoiceProps) {
  const options = chosen === null || names.includes(chosen) ? names : [...names, chosen];
  if (options.length === 0) return null;
  return (
    <div>
      <label for={`filter-${id}`}>{title}</label>
      <select
        id={`filter-${id}`}
        value={chosen ?? ''}
        onChange={({ currentTarget }) => choose(currentTarget.value === '' ? null : currentTarget.value)}
      >
        <option value="">All</option>
        {options.map((name) => (
          <option key={name} value={name}>
            {name.replaceAll('_', ' ')}
          </option>
        ))}
      </select>
    </div>
  );
}
