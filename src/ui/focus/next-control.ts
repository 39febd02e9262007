/**
 * The key that a touch keyboard shows in the place of Enter: from field to field, and from the last to the button that
 * sends, which is only focused. Elsewhere Enter does nothing (`question/blocks.tsx`), and in long texts it is a new line.
 */
export function followKeyboard(box: HTMLElement, signal: AbortSignal): void {
  const life = { signal };

  function name(target: EventTarget | null): void {
    if (isLine(target))
      target.enterKeyHint = nextControl(box, target)?.matches('[type=submit]:not(.af-next)')
        ? 'send'
        : 'next';
  }

  function move(event: KeyboardEvent): void {
    const { key, target, isComposing, keyCode } = event;
    // Of a key that ends a composition, old browsers say only this code.
    if (key !== 'Enter' || isComposing || keyCode === 229 || !isLine(target)) return;
    if (!matchMedia('(pointer: coarse)').matches || hasModifier(event)) return;
    event.preventDefault();
    nextControl(box, target)?.focus();
  }

  name(box.querySelector(':focus'));
  box.addEventListener('focusin', ({ target }) => name(target), life);
  box.addEventListener('keydown', move, life);
}

const hasModifier = (event: KeyboardEvent): boolean =>
  ['Shift', 'Control', 'Alt', 'Meta'].some((key) => event.getModifierState(key));

const isLine = (target: EventTarget | null): target is HTMLInputElement =>
  target instanceof HTMLInputElement && !/^(radio|checkbox|file|button|submit|search)$/.test(target.type);

function nextControl(box: HTMLElement, from: HTMLElement): HTMLElement | undefined {
  const controls = [
    ...box.querySelectorAll<HTMLElement>('.af-block :is(input, select, textarea), [type=submit]'),
  ];
  return controls.slice(controls.indexOf(from) + 1).find(isNext);
}

/** What is pressed rather than typed interrupts the typing only while it is missing. */
function isNext(control: HTMLElement): boolean {
  if (control.matches(':disabled, [type=hidden], [tabindex]') || !(control.checkVisibility?.() ?? true))
    return false;
  if (control instanceof HTMLSelectElement) return control.value === '';
  if (control.matches('[type=radio], [type=checkbox]'))
    return !control.closest('.af-rows, .af-consent')?.querySelector(':checked');
  if (!control.matches('[type=file]')) return true;
  return (
    control.getAttribute('aria-required') === 'true' &&
    !control.closest('.af-block')?.querySelector('.af-file')
  );
}
