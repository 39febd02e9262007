import { useRef } from 'preact/hooks';
import type { Answer } from '../../core/model/answer.ts';
import type { FirstMessages } from '../../locale/messages.ts';
import type { FieldProps, Screen } from '../screen.ts';
import { rememberDrawn } from './read-controls.ts';

/** The kinds of answer that are typed. */
type TypedKind = 'text' | 'url' | 'number';

interface Remembered {
  readonly text: string;
  readonly entry: Answer | null;
  readonly messages: FirstMessages;
}

interface Typing {
  readonly currentTarget: HTMLInputElement | HTMLTextAreaElement;
}

/**
 * The text to show. What was typed stays as it was typed (a space at the end, a comma too many) until the field is
 * left, or the answer is changed from elsewhere: a draft, a reset, the `https://` that is added on leaving.
 */
export function useTypedText({ field, screen }: FieldProps, kind: TypedKind) {
  const remembered = useRef<Remembered | null>(null);
  const entry = field.entry.value;
  const messages = screen.messages.value;

  // Only numbers are written differently in another language.
  const isRewritten = kind === 'number' && remembered.current?.messages !== messages;
  if (remembered.current?.entry !== entry || isRewritten) {
    const { text = '' } = remembered.current ?? {};
    // What was typed before numbers could be read says the same, and is not rewritten below the cursor.
    const isSame = !isRewritten && isNumber(entry, read(text, kind, screen));
    remember(isSame ? text : write(entry, messages));
  }

  function remember(text: string): void {
    remembered.current = { text, entry: field.entry.peek(), messages };
  }

  function onInput({ currentTarget: { value } }: Typing): void {
    screen.form.setAnswer(field.question.id, read(value, kind, screen));
    remember(value);
  }

  /** Shows the answer as it was understood. It is read once more, because the language may have changed meanwhile. */
  function onBlur(event: Typing): void {
    onInput(event);
    const text = write(field.entry.peek(), messages);
    event.currentTarget.value = text;
    rememberDrawn(event.currentTarget);
    remember(text);
  }

  return { value: remembered.current?.text, onInput, onBlur };
}

function write(answer: Answer | null, messages: FirstMessages): string {
  switch (answer?.kind) {
    case 'unreadable':
      return answer.typed;
    case 'number':
      return messages.formatNumber(answer.text);
    case 'text':
    case 'url':
      return answer.text;
    default:
      return '';
  }
}

const isNumber = (entry: Answer | null, read: Answer): boolean =>
  entry?.kind === 'number' && read.kind === 'number' && read.text === entry.text;

function read(typed: string, kind: TypedKind, { lazy, messages }: Screen): Answer {
  if (kind !== 'number' || !typed.trim()) return { kind, text: typed };
  // Until what reads numbers is loaded, it is kept as it is typed.
  const text = lazy.peek()?.readNumber(typed, messages.peek().locale)?.decimal;
  return text === undefined ? { kind: 'unreadable', typed } : { kind, text };
}
