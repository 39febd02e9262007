/** The ways in which files come to a question: chosen, dropped anywhere on its block, or pasted in it. */
export interface Found {
  readonly files: readonly File[];
  /** Names of folders, which browsers hand over as if they were files. */
  readonly folders: readonly string[];
}

/** @returns ends the listening */
export function listenForFiles(block: HTMLElement, take: (found: Found) => void): () => void {
  const life = new AbortController();
  const { signal } = life;
  const mark = (isOver: boolean) => block.querySelector('.af-drop')?.toggleAttribute('data-over', isOver);

  const hear = <Type extends keyof HTMLElementEventMap>(
    type: Type,
    act: (event: HTMLElementEventMap[Type]) => void,
  ) => block.addEventListener(type, act, { signal });

  hear('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return;
    const files = [...(target.files ?? [])];
    // So that the same file may be chosen again.
    target.value = '';
    if (files.length > 0) take({ files, folders: [] });
  });
  hear('dragover', (event) => {
    event.preventDefault();
    mark(event.dataTransfer?.types.includes('Files') ?? false);
  });
  hear('dragleave', (event) => {
    if (!isInside(block, event.relatedTarget)) mark(false);
  });
  hear('drop', (event) => {
    event.preventDefault();
    mark(false);
    if (event.dataTransfer) take(readTransfer(event.dataTransfer));
  });
  hear('paste', (event) => {
    const found = event.clipboardData && readTransfer(event.clipboardData);
    if (!found || found.files.length === 0) return;
    event.preventDefault();
    take(found);
  });
  const form = block.closest('form');
  for (const type of ['dragover', 'drop'] as const) form?.addEventListener(type, keepPage, { signal });
  return () => life.abort();
}

/** A file dropped beside its question would open in place of the page, and what was typed would be lost. */
function keepPage(event: DragEvent): void {
  if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
}

const isInside = (block: Node, target: EventTarget | null): boolean =>
  target instanceof Node && block.contains(target);

function readTransfer({ items, files }: DataTransfer): Found {
  const folders = [...(items ?? [])]
    .map((item) => item.webkitGetAsEntry?.())
    .flatMap((entry) => (entry?.isDirectory ? [entry.name] : []));
  return { files: [...files].filter((file) => !folders.includes(file.name)), folders };
}
