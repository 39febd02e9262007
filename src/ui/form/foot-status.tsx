import { signal } from '@preact/signals';
import { useLayoutEffect, useMemo } from 'preact/hooks';
import { takesFiles } from '../../core/model/question.ts';
import type { Form } from '../../form/contract.ts';
import type { Messages } from '../../locale/messages.ts';
import { announce } from '../announcements/announcer.ts';
import { blockOfField, showBlock } from '../focus/focus-field.ts';
import type { LazyProps, Screen } from '../screen.ts';

/** Milliseconds after which sending tells what it is doing, and after which it says that it takes long. */
const SLOW = 1_000;
const LONG = 8_000;

/** What is left to do before sending, and while it takes long what is being done. A press leads to the first of it. */
export function FootStatus({ screen, messages }: LazyProps) {
  const { form } = screen;
  const isSending = form.submission.value.kind === 'sending';
  const step = useStep(screen, messages, isSending);
  if (form.correcting.value && !isSending) return null;
  const { missing, wrong, total } = form.progress.value;
  const left = missing + wrong;
  const text = step ?? leftText(form, messages, left);
  return (
    <div class="af-progress" part="progress">
      {/* The words beside it say the same, more exactly. */}
      <progress max={total || 1} value={total ? total - left : 1} aria-hidden="true" />
      {left && !isSending ? (
        <button type="button" class="af-link" onClick={() => showFirst(screen)}>
          {text}
        </button>
      ) : (
        <span>{text}</span>
      )}
    </div>
  );
}

/** @param left what is missing, and what is wrong */
function leftText({ progress }: Form, messages: Messages, left: number): string {
  const { missing } = progress.value;
  if (left) return messages.text(missing ? 'foot.missing' : 'foot.wrong', { count: missing || left });
  return messages.text('foot.ready');
}

function showFirst(screen: Screen): void {
  const [first] = screen.form.invalid.peek();
  const field = first && screen.form.fields.get(first);
  const block = field && blockOfField(screen, field);
  if (block) showBlock(block);
}

function useStep(screen: Screen, messages: Messages, isSending: boolean): string | null {
  const passed = useMemo(() => signal(0), []);
  useLayoutEffect(() => {
    if (!isSending) return;
    const timers = [SLOW, LONG].map((time) =>
      setTimeout(() => {
        passed.value = time;
      }, time),
    );
    return () => {
      timers.forEach(clearTimeout);
      passed.value = 0;
    };
  }, [isSending]);
  const step = isSending && passed.value > 0 ? stepText(screen.form, messages, passed.value) : null;
  useLayoutEffect(() => {
    if (step !== null) announce(screen, step);
  }, [step]);
  return step;
}

function stepText(form: Form, messages: Messages, passed: number): string {
  if (form.order.some((field) => takesFiles(field.question) && isUploading(field)))
    return messages.text('foot.files');
  const phase = form.submission.value;
  const step = 'step' in phase && phase.step;
  return step || messages.text(passed < LONG ? 'foot.sending' : 'foot.long');
}

const isUploading = ({ visible, files }: Form['order'][number]): boolean =>
  visible.value && files.value.some(({ progress }) => progress.kind === 'uploading');
