import { useEffect, useRef, useState } from 'preact/hooks';
import { faultSentence } from './ask-server.ts';
import { type Desk, lockedSentence } from './desk.ts';

interface UnlockProps {
  readonly desk: Desk;
  readonly isSandbox: boolean;
}

/** The key is in the field until it opens the page or the page is left; then in the desk alone, or nowhere. */
export function Unlock({ desk, isSandbox }: UnlockProps) {
  const field = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [isTrying, setTrying] = useState(false);
  const why = desk.locked.value === null ? null : lockedSentence(desk.locked.value);
  // Of a page that was open a moment ago, the focus was on what is gone.
  useEffect(() => {
    if (why === null) return;
    field.current?.focus();
    desk.say(why);
  }, [why, desk]);
  // A page that the browser keeps for "Back" would keep what was typed.
  useEffect(() => {
    const empty = () => {
      if (field.current !== null) field.current.value = '';
    };
    addEventListener('pagehide', empty);
    return () => removeEventListener('pagehide', empty);
  }, []);
  const submit = async (event: Event) => {
    event.preventDefault();
    const key = field.current?.value.trim() ?? '';
    if (isTrying) return;
    if (key === '') setFault('Type the admin key first.');
    else {
      setTrying(true);
      const met = await desk.open(key);
      setTrying(false);
      setFault(met === null ? null : faultSentence(met));
      if (met === null) return;
    }
    field.current?.focus();
    field.current?.select();
  };
  const described = fault === null ? 'key-hint' : 'key-fault key-hint';
  return (
    <section class="card unlock" aria-labelledby="title">
      <h1 id="title">Attention</h1>
      <p>What could not be delivered to the recruitment service, and waits for you.</p>
      {why !== null && <p class="note">{why}</p>}
      {isOpenLine() && (
        <p class="note is-warning">
          This page came without encryption: others on the way can read a key that you type. Open it by https.
        </p>
      )}
      <form onSubmit={submit} noValidate>
        <label for="key">Admin key</label>
        {/* A manager of passwords may fill it in: it keeps a key better than a note does. */}
        <input
          ref={field}
          id="key"
          type="password"
          autocomplete="current-password"
          autocapitalize="off"
          spellcheck={false}
          aria-describedby={described}
          aria-invalid={fault !== null}
        />
        {fault !== null && (
          <p id="key-fault" class="fault" role="alert">
            {fault}
          </p>
        )}
        <p id="key-hint" class="hint">
          The one of <code>APPLY_ADMIN_KEY</code>. It stays in the memory of this page: it is forgotten when
          you lock or leave it, and after 15 minutes without use.
          {isSandbox && ' In this sandbox it is “sandbox-admin”, unless another was set.'}
        </p>
        <button type="submit" aria-disabled={isTrying}>
          {isTrying ? 'Opening…' : 'Open'}
        </button>
      </form>
    </section>
  );
}

/** Between this machine and itself there is no way to listen in on. */
const isOpenLine = (): boolean =>
  location.protocol === 'http:' && !/^(localhost|127\.|\[::1\]$)/.test(location.hostname);
