/** Resolves after this many milliseconds, when the signal aborts, or when the page is restored: it may show old data. */
export function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const life = new AbortController();
    const end = () => {
      clearTimeout(timer);
      life.abort();
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end, { signal: life.signal });
    addEventListener('pageshow', end, { signal: life.signal });
    if (signal.aborted) end();
  });
}
