import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Remark } from '../../form/contract.ts';
import { takeFocus } from '../focus/focus.ts';

interface KeptRemarkProps {
  readonly remark: Remark;
  readonly class: string;
}

/**
 * A sentence about what is kept, with what can be done about it. A question takes focus, and once it is answered the
 * first button does.
 */
export function KeptRemark({ remark, class: name }: KeptRemarkProps) {
  const box = useRef<HTMLDivElement>(null);
  const isQuestion = remark.isQuestion === true;
  const before = useRef(isQuestion);
  const hadFocus = box.current?.matches(':focus-within');
  useLayoutEffect(() => {
    if (isQuestion) takeFocus(box.current);
    else if (before.current) box.current?.querySelector('button')?.focus();
    before.current = isQuestion;
  }, [isQuestion]);
  useLayoutEffect(() => {
    // What was pressed is no longer there. Where nothing can be pressed any more, the form has focus go on.
    if (hadFocus && remark.acts[0] && !box.current?.matches(':focus-within')) takeFocus(box.current);
  });
  return (
    <div class={`${name} af-kept`} role={isQuestion ? 'group' : undefined} ref={box}>
      <span>{remark.text}</span>{' '}
      {remark.acts.map(({ text, act }) => (
        <button type="button" class="af-link" onClick={act}>
          {text}
        </button>
      ))}
    </div>
  );
}
