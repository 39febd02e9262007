import { useEffect, useRef, useState } from 'preact/hooks';
import { mountInspector } from '../inspector/inspector.tsx';
import { brandTokens } from './brand-tokens.ts';
import type { Choices } from './choices.ts';
import { embedded } from './embed.ts';
import { openSession, type Sample } from './sandbox.ts';

interface StageProps extends Choices {
  readonly server: string;
  /** undefined until it is loaded. */
  readonly job: Sample['job'] | undefined;
}

/** Shows the form as on a careers page, for a known applicant, with the inspector next to it. */
export function Stage({ form, brand, embed, lang, server, job }: StageProps) {
  const [round, setRound] = useState(0);
  const access = useToken(form, round);
  const careers = useRef<HTMLElement>(null);
  const container = useRef<HTMLDivElement>(null);
  const inside = useRef<HTMLDivElement>(null);
  useEffect(() => (careers.current ? dress(careers.current, brandTokens[brand]) : undefined), [brand]);
  useEffect(() => {
    if (!access || access === 'refused' || !container.current || !inside.current) return;
    const { elements } = embedded({ embed, lang, access, server });
    return plant(container.current, elements, inside.current);
  }, [access, embed]);
  // As on a host page, the form stays with its entries.
  useEffect(() => {
    const frame = container.current?.querySelector('iframe');
    if (frame) frame.dataset['applyLang'] = lang;
    Object.assign(container.current?.querySelector('apply-form') ?? {}, { lang });
  }, [lang]);
  return (
    <div class="stage">
      <section class="careers" id="apply" ref={careers} aria-labelledby="job">
        <header>
          <div>
            <p class="company">{job ? `${job.company} (invented)` : ' '}</p>
            <h2 id="job">{job?.title ?? 'Application form'}</h2>
          </div>
          <button type="button" onClick={() => setRound(round + 1)}>
            Start again
          </button>
        </header>
        {access === 'refused' && (
          <p role="status">
            The recruitment service of this demo made no application for the form. Perhaps a fault is switched
            on <a href="./sandbox/_control/faults">in the sandbox</a>.
          </p>
        )}
        <div class="form-place" ref={container} />
      </section>
      <aside id="inside" aria-label="Look inside" ref={inside} />
    </div>
  );
}

type Access = { readonly token: string } | 'refused' | null;

/** null until the session arrives. @param round a new value requests a fresh application */
function useToken(form: string, round: number): Access {
  const [access, setAccess] = useState<Access>(null);
  useEffect(() => {
    let isCurrent = true;
    setAccess(null);
    // Another form may be chosen before the session arrives: the older reply is then ignored.
    void openSession(form).then((session) => isCurrent && setAccess(session ?? 'refused'));
    return () => {
      isCurrent = false;
    };
  }, [form, round]);
  return access;
}

/** Sets tokens, which elements that a script inserts inherit as well. @returns a function that removes them */
function dress({ style }: HTMLElement, tokens: Readonly<Record<string, string>>): () => void {
  for (const [name, value] of Object.entries(tokens)) style.setProperty(name, value);
  return () => {
    for (const name of Object.keys(tokens)) style.removeProperty(name);
  };
}

/** Inserts the form, and inspects it once it is ready. @returns a function that removes both */
function plant(container: HTMLElement, elements: readonly HTMLElement[], inside: Element): () => void {
  const life = new AbortController();
  let stopInspecting = () => {};
  const inspect = () => {
    stopInspecting();
    const frame = container.querySelector('iframe');
    const element = (frame === null ? container : frame.contentDocument)?.querySelector('apply-form');
    if (element?.session) stopInspecting = mountInspector(inside, { view: element.session.view, element });
  };
  container.addEventListener('apply-ready', inspect, { signal: life.signal });
  container.replaceChildren(...elements);
  return () => {
    life.abort();
    stopInspecting();
    container.replaceChildren();
  };
}
