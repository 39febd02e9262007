/** One line that says what just happened in the form, and before that what to try. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ApplyFormElement } from '../browser/element/define.ts';
import type { FormEvents } from '../browser/element/form-events.ts';
import { tryIt } from './try-it.ts';

interface AppearedProps {
  /** What to say where there is no form on this page. */
  readonly hint: string;
  /** null while there is no form. */
  readonly element: ApplyFormElement | null;
  /** Whether the look inside is open. */
  readonly isInside: boolean;
  /** The look inside was just closed with its button, which is gone. */
  readonly takesFocus: boolean;
  readonly onInside: () => void;
  readonly onRestart: () => void;
}

export function Appeared({ hint, element, isInside, takesFocus, onInside, onRestart }: AppearedProps) {
  const opener = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takesFocus) opener.current?.focus();
  }, [isInside]);
  const [words, setWords] = useState('');
  const [isSent, setSent] = useState(false);
  useEffect(() => {
    setWords(hint);
    setSent(false);
    if (element === null) return;
    const life = new AbortController();
    const begin = () => setWords(tryIt(element));
    const sent = () => {
      setWords('Sent. “Requests” in the look inside shows how far each answer has come.');
      setSent(true);
    };
    const tell = ({ detail }: CustomEvent<Change>) => setWords(whatHappened(element, detail));
    element.addEventListener('apply-ready', begin, { signal: life.signal });
    element.addEventListener('apply-visibility', tell, { signal: life.signal });
    element.addEventListener('apply-submitted', sent, { signal: life.signal });
    begin();
    return () => life.abort();
  }, [element, hint]);
  return (
    <div class="appeared">
      <p>{words}</p>
      {isSent && (
        <button type="button" onClick={onRestart}>
          Start again
        </button>
      )}
      {!isInside && (
        <button type="button" ref={opener} aria-expanded={false} onClick={onInside}>
          Look inside
        </button>
      )}
    </div>
  );
}

type Change = FormEvents['apply-visibility'];
type QuestionId = Change['cause'];

function whatHappened(element: ApplyFormElement, { shown, hidden, cause }: Change): string {
  const [first] = shown.length > 0 ? shown : hidden;
  if (first === undefined) return '';
  const more = Math.max(shown.length, hidden.length) - 1;
  const what = more === 0 ? titleOf(element, first) : `${titleOf(element, first)} and ${more} more`;
  const verb = shown.length > 0 ? 'Appeared' : 'Went away';
  return `${verb}: ${what}, because of ${titleOf(element, cause)}`;
}

function titleOf({ session }: ApplyFormElement, question: QuestionId): string {
  const view = session?.view.peek();
  const field = view?.kind === 'form' ? view.form.fields.get(question) : undefined;
  return `“${field?.shown.title ?? question}”`;
}
