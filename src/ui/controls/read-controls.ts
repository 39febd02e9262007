/**
 * Extensions that fill in forms, password managers and spelling helpers change controls with any events or none. What
 * a control shows counts, so before anything is sent each one that no event spoke for is read.
 */

export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** What a control had when it was last drawn: as long as it has the same, there is nothing to read. */
const drawn = new WeakMap<Control, string>();

export function rememberDrawn(control: Control | null): void {
  if (control) drawn.set(control, control.value);
}

const isTick = (control: Control): control is HTMLInputElement => /radio|checkbox/.test(control.type);

/** Of a radio or checkbox its row says what was drawn. */
const isChanged = (control: Control): boolean =>
  isTick(control)
    ? control.matches('.af-row > *') && control.checked !== control.matches('[data-checked] > *')
    : control.value !== (drawn.get(control) ?? control.value);

/** What is unticked makes room below the maximum; of radios another one is chosen first. */
const rankOf = (control: Control): number =>
  !isTick(control) || control.checked ? 0 : control.type === 'radio' ? 1 : -1;

/** Its control hears no day that is begun; once another control is used, what it shows counts. */
const isDay = (control: Control): boolean => control.matches('[type="date"], [data-date-part]');

let isReading = false;
let isHearing = false;

/** Hands over what the controls of a form show, as if it were entered now. */
export function readControls(box: Element | null): void {
  if (isReading || !box) return;
  isReading = true;
  const changed = [...box.querySelectorAll<Control>('input,select,textarea')]
    .filter((control) => isChanged(control) && !(isHearing && isDay(control) && control.matches(':focus')))
    .sort((one, other) => rankOf(one) - rankOf(other))
    .map((control) => ({ control, checked: isTick(control) && control.checked }));
  for (const { control, checked } of changed) {
    // An answer draws the other rows of its question as they were.
    if (isTick(control)) control.checked = checked;
    if (!isChanged(control)) continue;
    for (const type of ['input', 'change', 'blur'])
      control.dispatchEvent(new Event(type, { bubbles: type !== 'blur' }));
    rememberDrawn(control);
  }
  isReading = false;
}

/**
 * Follows what the controls themselves have just heard: what is typed is not read once more, as if it were left. A
 * program may say something before it enters it, or only of the last of several controls.
 */
export function hearInput({ target, type, isTrusted }: Event, read: () => void): void {
  if (hasHeard(target, type)) rememberDrawn(target);
  if (isTrusted || isReading) return;
  queueMicrotask(() => {
    isHearing = true;
    read();
    isHearing = false;
  });
}

function hasHeard(target: EventTarget | null, type: string): target is Control {
  if (target instanceof HTMLSelectElement) return type === 'change';
  const isLine = target instanceof HTMLInputElement && target.type !== 'file' && !isDay(target);
  return type === 'input' && (isLine || target instanceof HTMLTextAreaElement);
}
