import { useLayoutEffect, useRef } from 'preact/hooks';
import type { StatusLine as Line } from '../../form/contract.ts';
import { takeFocus } from '../focus/focus.ts';
import { Icon } from '../icon/icon.tsx';
import { clockShape } from '../icon/icon-shapes.ts';

interface StatusLineProps {
  readonly line: Line;
  readonly class: string;
  /** It has just been asked for by a press: focus moves to it. */
  readonly takesFocus?: boolean;
}

/**
 * A sentence about stored answers, with what can be pressed about it. A question takes focus, and once it is answered
 * the first button does.
 */
export function StatusLine({ line, class: name, takesFocus = false }: StatusLineProps) {
  const box = useRef<HTMLDivElement>(null);
  const isQuestion = line.isQuestion === true;
  const before = useRef(isQuestion);
  const group = isQuestion || line.isWaiting ? ({ role: 'group', 'aria-label': line.text } as const) : {};
  const hadFocus = box.current?.matches(':focus-within');
  useLayoutEffect(() => {
    if (isQuestion || takesFocus) takeFocus(box.current);
    else if (before.current) box.current?.querySelector('button')?.focus();
    before.current = isQuestion;
  }, [isQuestion, takesFocus]);
  useLayoutEffect(() => {
    // What was pressed is no longer there. Where nothing can be pressed any more, the form has focus go on.
    if (hadFocus && line.buttons[0] && !box.current?.matches(':focus-within')) takeFocus(box.current);
  });
  return (
    <div class={`${name} af-status`} part={line.isWaiting ? 'status' : undefined} ref={box} {...group}>
      {line.isWaiting && <Icon shape={clockShape} />}
      <span>{line.text}</span>{' '}
      {line.buttons.map(({ text, press }) => (
        <button type="button" class="af-link" onClick={press}>
          {text}
        </button>
      ))}
    </div>
  );
}
