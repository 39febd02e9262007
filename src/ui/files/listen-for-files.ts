/** The ways in which files come to a question: chosen, dropped anywhere on its block, or pasted in it. */
import type { Field } from '../../form/contract.ts';

/** Why some are not taken. */
export interface Refusal {
  readonly key: 'file.onlyOne' | 'file.twice' | 'file.notFile';
  readonly name: string;
}

/** @returns ends the listening */
export function listenForFiles(block: HTMLElement, take: (files: readonly File[]) => void): () => void {
  const life = new AbortController();
  const mark = (isOver: boolean) => block.querySelector('.af-drop')?.toggleAttribute('data-over', isOver);

  const hear = <Type extends keyof HTMLElementEventMap>(
    type: Type,
    act: (event: HTMLElementEventMap[Type]) => void,
    place: HTMLElement | null = block,
  ) => place?.addEventListener(type, act, life);

  hear('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return;
    const files = [...(target.files ?? [])];
    // So that the same file may be chosen again.
    target.value = '';
    if (files.length > 0) take(files);
  });
  hear('dragover', (event) => {
    event.preventDefault();
    mark(hasFiles(event));
  });
  hear('dragleave', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && block.contains(relatedTarget))) mark(false);
  });
  hear('drop', (event) => {
    event.preventDefault();
    mark(false);
    take([...(event.dataTransfer?.files ?? [])]);
  });
  hear('paste', (event) => {
    const files = [...(event.clipboardData?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    take(files);
  });
  // A file dropped beside its question would open in place of the page, and what was typed would be lost.
  for (const type of ['dragover', 'drop'] as const)
    hear(type, (event) => hasFiles(event) && event.preventDefault(), block.closest('form'));
  return () => life.abort();
}

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false;

/** Which of them the question takes; the rest cannot become rows of their own. */
export function sortFiles(field: Field, files: readonly File[]): [readonly File[], Refusal | null] {
  const fresh = files.filter((file) => !isThere(field, file));
  const twice = files.find((file) => !fresh.includes(file));
  if (files.length === 0) return [[], { key: 'file.notFile', name: '' }];
  if (field.question.type === 'document' && fresh.length > 1) return [[], { key: 'file.onlyOne', name: '' }];
  return [fresh, twice ? { key: 'file.twice', name: twice.name } : null];
}

/** Whether it is being uploaded or has arrived; a file that failed or was rejected may be chosen again. */
const isThere = (field: Field, { name, size }: File): boolean =>
  field.files
    .peek()
    .some(
      ({ progress, chosenAs, ...row }) =>
        (chosenAs ?? row.name) === name && row.size === size && /uploading|staged/.test(progress.kind),
    );
