/** One line that says what just happened in the form, and before that what to try. */
import { useEffect, useState } from 'preact/hooks';
import type { ApplyFormElement } from '../browser/element/define.ts';
import type { FormEvents } from '../browser/element/form-events.ts';
import { tryIt } from './try-it.ts';

interface AppearedProps {
  /** null while there is no form. */
  readonly element: ApplyFormElement | null;
}

export function Appeared({ element }: AppearedProps) {
  const [words, setWords] = useState('');
  useEffect(() => {
    setWords('');
    if (element === null) return;
    const life = new AbortController();
    const hint = () => setWords(tryIt(element));
    const tell = ({ detail }: CustomEvent<Change>) => setWords(whatHappened(element, detail));
    element.addEventListener('apply-ready', hint, { signal: life.signal });
    element.addEventListener('apply-visibility', tell, { signal: life.signal });
    hint();
    return () => life.abort();
  }, [element]);
  return <p class="appeared">{words}</p>;
}

type Change = FormEvents['apply-visibility'];

function whatHappened(element: ApplyFormElement, { shown, hidden, cause }: Change): string {
  const [first] = shown.length > 0 ? shown : hidden;
  if (first === undefined) return '';
  const more = Math.max(shown.length, hidden.length) - 1;
  const what = more === 0 ? titleOf(element, first) : `${titleOf(element, first)} and ${more} more`;
  const verb = shown.length > 0 ? 'appeared' : 'went away';
  return `${what} ${verb}: your answer to ${titleOf(element, cause)} decides it.`;
}

function titleOf({ session }: ApplyFormElement, question: string): string {
  const view = session?.view.peek();
  const fields = view?.kind === 'form' ? [...view.form.fields.values()] : [];
  return `“${fields.find((field) => field.question.id === question)?.shown.title ?? question}”`;
}
