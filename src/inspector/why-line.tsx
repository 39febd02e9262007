import type { QuestionId } from '../core/model/ids.ts';
import type { Line, Look } from './look.ts';
import { quoted, titleOf } from './titles.ts';
import { whySentence } from './why-sentence.ts';

interface WhyLineProps {
  readonly look: Look;
}

/** Says why the row is shown or hidden that has the focus or the pointer; read out when it changes. */
export function WhyLine({ look }: WhyLineProps) {
  const line = look.line.value;
  return (
    <p class="why-line" role="status">
      {line.kind === 'nothing' && <span class="hint">{hintFor(look)}</span>}
      {line.kind === 'said' && line.text}
      {line.kind === 'instead' && insteadWords(look, line)}
      {line.kind === 'why' && <Why look={look} question={line.question} />}
    </p>
  );
}

/** A finger presses what a mouse would only point at. */
function hintFor({ goTo }: Look): string {
  const points = !matchMedia('(hover: none)').matches;
  if (goTo === null) return `${points ? 'Point at' : 'Press'} a question to read why it is shown or hidden.`;
  return points
    ? 'Press a question to go to it in the form. Point at it to read why it is shown or hidden.'
    : 'Press a question to go to it in the form, or to the one that decides it.';
}

/** Below lists that say why by themselves: only what came of going to a question. */
export function SaidLine({ look }: WhyLineProps) {
  const line = look.line.value;
  const said = line.kind === 'said' ? line.text : line.kind === 'instead' ? insteadWords(look, line) : '';
  return (
    <p class={said === '' ? 'why-line silent' : 'why-line'} role="status">
      {said}
    </p>
  );
}

type Instead = Extract<Line, { readonly kind: 'instead' }>;

/** Drawn from the form: the answer that is given next may show the question. */
function insteadWords({ form }: Look, { question, deciding }: Instead): string {
  const field = form.fields.get(deciding);
  const isHidden = form.fields.get(question)?.visible.value === false;
  const place = isHidden && field !== undefined ? ` You are now at ${quoted(form, field)}.` : '';
  return `${whySentence(form, question)}${place}`;
}

function Why({ look: { form }, question }: WhyLineProps & { readonly question: QuestionId }) {
  const field = form.fields.get(question);
  return (
    <>
      {field !== undefined && <b dir="auto">{titleOf(form, field)}</b>} {whySentence(form, question)}
    </>
  );
}
