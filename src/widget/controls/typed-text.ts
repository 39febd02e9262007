import { useRef } from 'preact/hooks';
import type { FirstMessages } from '../../locale/messages.ts';
import type { Answer } from '../../model/answer.ts';
import type { FieldProps } from '../screen.ts';

/** How a control of one line or more turns its answer into text and back. */
export interface TextCodec {
  write(answer: Answer, messages: FirstMessages): string;
  /** null: nothing was entered. */
  read(typed: string, messages: FirstMessages): Answer | null;
}

interface Remembered {
  readonly text: string;
  readonly entry: Answer | null;
  readonly messages: FirstMessages;
}

/**
 * The text to show. What was typed stays as it was typed (a space at the end, a comma too many) until
 * the answer is changed from elsewhere: a draft, a reset, the `https://` that is added on leaving.
 */
export function useTypedText({ field, screen }: FieldProps, codec: TextCodec) {
  const remembered = useRef<Remembered | null>(null);
  const entry = field.entry.value;
  const messages = screen.messages.value;

  if (remembered.current?.entry !== entry || remembered.current.messages !== messages)
    remembered.current = { text: entry ? codec.write(entry, messages) : '', entry, messages };

  function onInput(event: { readonly currentTarget: HTMLInputElement | HTMLTextAreaElement }): void {
    const text = event.currentTarget.value;
    screen.form.setAnswer(field.question.id, codec.read(text, messages));
    remembered.current = { text, entry: field.entry.peek(), messages };
  }
  return { value: remembered.current.text, onInput };
}
