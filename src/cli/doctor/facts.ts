/** What was observed of a page and of the servers that it names. Plain data: all findings are derived from it alone. */

/** One of our tags as it is on the page. */
export interface Tag {
  readonly name: 'script' | 'apply-form' | 'iframe' | 'meta';
  readonly attributes: Readonly<Record<string, string>>;
  /** As in the source, since a script may have changed them: this is what a developer finds again. */
  readonly written?: Readonly<Record<string, string>>;
  /** Line of the page's source, from 1; null: a script added it. */
  readonly line: number | null;
  /** Child elements, or a text that is not blank. */
  readonly hasContent: boolean;
  /** The source has no end tag for it, so everything after it in its parent became its content. */
  readonly isUnclosed?: boolean;
}

/** The reply of an address to a plain request. */
export type Silence = { readonly kind: 'none'; readonly reason: string };

export type FileAnswer =
  | { readonly kind: 'script'; readonly digests: Readonly<Record<string, string>> }
  | { readonly kind: 'other'; readonly status: number; readonly type: string }
  | Silence;

export interface ScriptFact {
  readonly tag: Tag;
  readonly file: 'apply-form.js' | 'frame.js';
  readonly address: string;
  /** null: evergreen. */
  readonly version: string | null;
  /** What the browser did with it; unknown without a browser. */
  readonly loading: 'loaded' | 'failed' | 'unknown';
  readonly answer: FileAnswer;
}

/** The state of a form in the browser. */
export interface LiveForm {
  /** `data-state`; null: the element was never registered. */
  readonly state: string | null;
  /** Codes of its `apply-error` events, in order. */
  readonly codes: readonly string[];
  /** From `apply-ready`: questions shown at first. */
  readonly questions: number | null;
}

/** The form can be filled in, or has been. */
export const isStanding = (live: LiveForm | null): boolean =>
  live !== null && /^(ready|sending|received|complete|attention)$/.test(live.state ?? '');

/** What the proxy answers when it is asked for the same form. */
export type Probe =
  | { readonly kind: 'form'; readonly state: string; readonly questions: number }
  | { readonly kind: 'refused'; readonly status: number; readonly code: string }
  | Silence;

export interface FormFact {
  /** The element, or the script tag that makes it. */
  readonly tag: Tag;
  /** Attributes of the element. */
  readonly attributes: Readonly<Record<string, string>>;
  /** Address of the proxy; null when neither the element nor a script names a valid one. */
  readonly endpoint: string | null;
  /** null without a browser. */
  readonly live: LiveForm | null;
  /** null: no request was needed, or there was no address to ask. */
  readonly probe: Probe | null;
}

export type FrameAnswer =
  | {
      readonly kind: 'page';
      readonly status: number;
      /** The sources of `frame-ancestors`, one list per policy. */
      readonly ancestors: readonly (readonly string[])[];
      /** `X-Frame-Options`. */
      readonly frameOptions: string | null;
    }
  | Silence;

export interface FrameFact {
  readonly tag: Tag;
  readonly address: string;
  readonly showing: 'shown' | 'refused' | 'unknown';
  readonly answer: FrameAnswer;
  readonly live: LiveForm | null;
  readonly probe: Probe | null;
}

export interface EndpointFact {
  readonly address: string;
  readonly health: { readonly kind: 'alive' } | { readonly kind: 'other'; readonly status: number } | Silence;
  /** It redirects there. */
  readonly movedTo: string | null;
  /** Seconds by which its clock is ahead of this machine's; null: it sends no date. */
  readonly secondsAhead: number | null;
  /** Its `/integrity.json`. */
  readonly published: Published | null;
}

export interface Published {
  readonly version: string;
  /** As `/1.2.3/apply-form.js`, to `sha384-…`. */
  readonly files: Readonly<Record<string, string>>;
}

/** A `Content-Security-Policy` that is enforced. */
export interface PolicyFact {
  readonly text: string;
  /** null: it came as a header. */
  readonly meta: Tag | null;
}

/** A `securitypolicyviolation` event. */
export interface Violation {
  readonly directive: string;
  readonly blocked: string;
  /** The policy, as the browser repeats it. */
  readonly policy: string;
}

export interface PageFacts {
  /** Address of the page, after redirects. */
  readonly url: string;
  readonly examinedBy: 'browser' | 'fetch';
  readonly policies: readonly PolicyFact[];
  readonly violations: readonly Violation[];
  /** Console messages of the forms. */
  readonly said: readonly string[];
  readonly hasViewport: boolean;
  readonly hasNoscript: boolean;
  /** The element is registered, by whichever script. */
  readonly isDefined: boolean;
  readonly scripts: readonly ScriptFact[];
  /** Script tags that load nothing and were probably meant to be ours. */
  readonly misspelt: readonly ScriptFact[];
  readonly forms: readonly FormFact[];
  readonly frames: readonly FrameFact[];
  readonly endpoints: readonly EndpointFact[];
}
