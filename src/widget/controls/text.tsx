import { useLayoutEffect, useRef } from 'preact/hooks';
import { controlAttributes } from './common.ts';
import type { ControlProps } from './control.tsx';
import { type TextCodec, useTypedText } from './typed-text.ts';

const plainText: TextCodec = {
  write: (answer) => (answer.kind === 'text' ? answer.text : ''),
  read: (typed) => ({ kind: 'text', text: typed }),
};

const urlText: TextCodec = {
  write: (answer) => (answer.kind === 'url' ? answer.text : ''),
  read: (typed) => ({ kind: 'url', text: typed }),
};

const numberText: TextCodec = {
  write(answer, messages) {
    if (answer.kind === 'unreadable') return answer.typed;
    return answer.kind === 'number' ? messages.formatNumber(answer.text) : '';
  },
  read(typed, messages) {
    if (typed.trim() === '') return null;
    const text = messages.readNumber(typed);
    return text === null ? { kind: 'unreadable', typed } : { kind: 'number', text };
  },
};

export function ShortTextControl(props: ControlProps) {
  const typed = useTypedText(props, plainText);
  return <input type="text" class="box" dir="auto" {...controlAttributes(props)} {...typed} />;
}

export function UrlControl(props: ControlProps) {
  const typed = useTypedText(props, urlText);
  return (
    <input
      type="text"
      inputMode="url"
      autoCapitalize="none"
      spellcheck={false}
      class="box"
      {...controlAttributes(props)}
      {...typed}
    />
  );
}

export function NumberControl(props: ControlProps) {
  const typed = useTypedText(props, numberText);
  return (
    <input
      type="text"
      inputMode="decimal"
      autoComplete="off"
      class="box short"
      {...controlAttributes(props)}
      {...typed}
    />
  );
}

/** Browsers without `field-sizing: content` are helped; the style is set as a property, which every policy allows. */
export function LongTextControl(props: ControlProps) {
  const typed = useTypedText(props, plainText);
  const area = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const element = area.current;
    if (!element || globalThis.CSS?.supports?.('field-sizing', 'content')) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight}px`;
  });
  return <textarea class="box" rows={4} ref={area} dir="auto" {...controlAttributes(props)} {...typed} />;
}
