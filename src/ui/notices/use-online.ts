import { signal } from '@preact/signals';
import { useLayoutEffect, useMemo } from 'preact/hooks';

/** `back`: online again, after it was not. */
export type Connection = 'online' | 'offline' | 'back';

/** What the browser knows of the network: `offline` is certain, `online` is not. */
export function useOnline(): Connection {
  const connection = useMemo(() => signal<Connection>(navigator.onLine === false ? 'offline' : 'online'), []);
  useLayoutEffect(() => {
    const life = new AbortController();
    for (const [name, state] of [
      ['offline', 'offline'],
      ['online', 'back'],
    ] as const) {
      const set = () => {
        connection.value = state;
      };
      addEventListener(name, set, { signal: life.signal });
    }
    return () => life.abort();
  }, []);
  return connection.value;
}
