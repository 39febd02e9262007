/** Scrolls what has a box of its own to scroll in; never the page, on which an applicant is reading. */
export function showInOwnBox(row: HTMLElement): void {
  const box = row.closest<HTMLElement>('.panel');
  if (box === null || box.scrollHeight <= box.clientHeight) return;
  const [inner, outer] = [row.getBoundingClientRect(), box.getBoundingClientRect()];
  const foot = box.querySelector('.why-line')?.getBoundingClientRect().height ?? 0;
  const above = inner.top - outer.top;
  const below = inner.bottom - (outer.bottom - foot);
  if (above >= 0 && below <= 0) return;
  box.scrollTop += above - outer.height / 3;
}
