import { useEffect, useRef, useState } from 'preact/hooks';
import { readDesk } from './ask-server.ts';
import type { Opened } from './attention-page.tsx';

interface UnlockProps {
  /** The reason why the page was locked. */
  readonly note: string;
  readonly isSandbox: boolean;
  open(opened: Opened): void;
}

export function Unlock({ note, isSandbox, open }: UnlockProps) {
  const field = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState('');
  useEffect(() => {
    if (note !== '') field.current?.focus();
    // The browser's "Back" cache would keep the typed key.
    const empty = () => field.current?.form?.reset();
    addEventListener('pagehide', empty);
    return () => removeEventListener('pagehide', empty);
  }, [note]);
  const submit = async (event: Event) => {
    event.preventDefault();
    setFault('');
    const key = field.current?.value.trim() ?? '';
    if (key === '') return setFault('Type the admin key first.');
    const read = await readDesk(key);
    if (read.ok) return open({ key, desk: read.value });
    setFault(read.error.sentence);
    field.current?.select();
  };
  return (
    <section class="card unlock" aria-labelledby="title">
      <h1 id="title">Attention</h1>
      <p>Applications that could not be delivered to the recruitment service wait here for you.</p>
      {note !== '' && (
        <p class="note" role="status">
          {note}
        </p>
      )}
      {isOpenLine() && (
        <p class="fault">
          This page was loaded without encryption, so others can read the key that you type. Open it over
          https.
        </p>
      )}
      <form onSubmit={submit} noValidate>
        <label for="key">Admin key</label>
        <input
          ref={field}
          id="key"
          type="password"
          autocomplete="current-password"
          aria-describedby="key-fault key-hint"
          aria-invalid={fault !== ''}
        />
        {fault !== '' && (
          <p id="key-fault" class="fault" role="alert">
            {fault}
          </p>
        )}
        <p id="key-hint" class="hint">
          The value of <code>APPLY_ADMIN_KEY</code>. This page forgets it when you lock or leave it, and after
          15 minutes without use.
          {isSandbox && ' In this sandbox it is “sandbox-admin”, unless you set another one.'}
        </p>
        <button type="submit">Open</button>
      </form>
    </section>
  );
}

/** True if others could read what is typed: only a connection within this machine is safe without encryption. */
const isOpenLine = (): boolean =>
  location.protocol === 'http:' && !/^(localhost|127\.|\[::1\]$)/.test(location.hostname);
