import { signal } from '@preact/signals';
import type { VNode } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { ChoiceQuestion, Option } from '../core/model/question.ts';
import type { ControlProps } from './controls.tsx';
import { allOf, joinIds } from './screen.tsx';

/** `rows`: the options, drawn as in a short list. */
type LongListProps = ControlProps & { readonly question: ChoiceQuestion; readonly rows: VNode };

/** A list of many options: typing narrows it, and it is one Tab stop with arrow keys. */
export function LongList(props: LongListProps) {
  const { field, screen, ids, described, question, rows } = props;
  const messages = screen.messages.value;
  const query = useMemo(() => signal(''), [field]);
  const letters = useMemo(() => question.options.map(({ shown }) => plainLetters(shown)), [question]);
  const isFound = foundBy(query.value);
  const entry = field.entry.value;
  const isChosen = ({ text }: Option) => entry?.kind === 'choice' && entry.options.includes(text);
  const chosen = question.options.filter(isChosen).map((option) => option.shown);
  const options = allOf(messages, chosen);
  const shown = letters.filter(isFound).length;
  const counts = { shown, total: letters.length, count: chosen.length };
  const counted = messages.text(shown ? 'list.count' : 'list.none', counts);
  const list = useRef<HTMLDivElement>(null);
  const now = useRef(counted);
  now.current = counted;
  const say = useRef(() => [now.current]);

  useLayoutEffect(() => showOnly(list.current, (index) => isFound(letters[index] ?? '')));

  function seek(text: string): void {
    query.value = text;
    screen.filling.peek()?.announce(screen, say.current);
  }

  return (
    <div>
      <label class="af-seek">
        <span>{messages.text('list.search')}</span>
        <input
          type="search"
          class="af-box"
          dir="auto"
          autoComplete="off"
          spellcheck={false}
          enterKeyHint="search"
          aria-describedby={joinIds(described, `${ids.control}-count`)}
          value={query.value}
          onInput={({ currentTarget }) => seek(currentTarget.value)}
          onKeyDown={(event) => {
            if (/^(ArrowDown|Enter)$/.test(event.key) && !event.isComposing)
              shownIn(list.current)[0]?.focus();
            else if (event.key === 'Escape' && query.peek()) seek('');
            else return;
            event.preventDefault();
            // A dialog around the form would close.
            event.stopPropagation();
          }}
        />
      </label>
      <p class="af-count">
        <span id={`${ids.control}-count`}>{counted}</span>
        {question.maximum !== 1 && shown > 0 && <span class="af-keys">{messages.text('list.keys')}</span>}
      </p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it hears the keys of its options. */}
      <div
        class="af-list"
        hidden={shown === 0}
        ref={list}
        onKeyDown={(event) => moveWithin(list.current, event)}
        onFocusIn={({ target }) => leadTo(list.current, target)}
      >
        {rows}
      </div>
      {chosen.length > 0 && <p class="af-count">{messages.text('list.chosen', { options })}</p>}
    </div>
  );
}

const boxesIn = (list: Element | null): readonly HTMLInputElement[] =>
  Array.from(list?.querySelectorAll('input') ?? []);

const shownIn = (list: Element | null) => boxesIn(list).filter((box) => !box.closest('[hidden]'));

function showOnly(list: Element | null, isFound: (index: number) => boolean): void {
  boxesIn(list).forEach((box, index) => {
    const row = box.closest('label');
    // A chosen radio stays: without it Tab would pass the whole group.
    if (row) row.hidden = !isFound(index) && !(box.type === 'radio' && box.checked);
  });
  leadTo(list, null);
}

/** Tab stops at the checkbox that had focus last. Radios have one stop by themselves. */
function leadTo(list: Element | null, focused: EventTarget | null): void {
  const shown = shownIn(list);
  const stop =
    shown.find((box) => box === focused) ?? shown.find((box) => !box.hasAttribute('tabindex')) ?? shown[0];
  for (const box of boxesIn(list)) {
    if (box === stop || box.type === 'radio') box.removeAttribute('tabindex');
    else box.tabIndex = -1;
  }
}

function moveWithin(list: Element | null, event: KeyboardEvent): void {
  const shown = shownIn(list);
  const index = shown.findIndex((box) => box === event.target && box.type === 'checkbox');
  const targets = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: shown.length - 1 };
  const next = Object.entries(targets).find(([key]) => key === event.key)?.[1];
  if (index < 0 || next === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  shown[next]?.focus();
}

/** Letters that no normalisation takes apart. */
const baseLetters: Readonly<Record<string, string>> = { Ø: 'O', Ł: 'L', Đ: 'D', Æ: 'AE', Œ: 'OE' };

/** Removes case, accents and the vowel marks of Arabic and Hebrew, which people omit when searching. */
export const plainLetters = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\u0640]/gu, '')
    .toUpperCase()
    .replace(/[ØŁĐÆŒ]/g, (letter) => baseLetters[letter] ?? letter);

/** Matches plain letters that contain every word of the query, in any order, also within words. */
export function foundBy(query: string): (letters: string) => boolean {
  const words = plainLetters(query).split(/\s+/);
  return (letters) => words.every((word) => letters.includes(word));
}
