/** Requests and responses as text in which nothing differs from run to run. */

const MEDIA_TYPE = 'application/vnd.api+json';
/** They tell of the connection, of the clock, or of lengths that differ with the ids. */
const leftOut: readonly string[] = [
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
];

export interface Call {
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is written as JSON:API. */
  readonly body?: object | string;
}

export interface Reply {
  readonly status: number;
  readonly text: string;
  /** What stands at this path of the body; null: nothing. */
  at(...path: readonly (string | number)[]): unknown;
}

export interface Transcript {
  section(title: string): void;
  /** Asks, and writes both down. */
  call(title: string, method: string, path: string, call?: Call): Promise<Reply>;
  /** Asks without writing anything down. */
  ask(method: string, path: string, call?: Call): Promise<Reply>;
  /** Something else that was seen. */
  note(title: string, value: unknown): void;
  text(): string;
}

/** A part of the transcript with a heading of its own. */
export type Journey = (log: Transcript) => Promise<void>;

export function createTranscript(address: () => string): Transcript {
  const parts: string[] = [];
  const clean = createCleaner();
  const write = (text: string) => parts.push(clean(text.replaceAll(address(), 'http://SERVER')));
  return {
    section: (title) => write(`\n# ${title}\n`),
    ask: async (method, path, call = {}) => readReply(await send(address(), method, path, call)),
    async call(title, method, path, call = {}) {
      const response = await send(address(), method, path, call);
      const reply = await readReply(response);
      write(`\n## ${title}\n${requestText(method, path, call)}\n${responseText(response, reply.text)}\n`);
      return reply;
    },
    note: (title, value) => write(`\n## ${title}\n${pretty(value)}\n`),
    text: () => parts.join(''),
  };
}

function send(address: string, method: string, path: string, call: Call): Promise<Response> {
  const { token, headers = {}, body } = call;
  return fetch(`${address}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(typeof body === 'object' ? { 'content-type': MEDIA_TYPE } : {}),
      ...headers,
    },
    body: typeof body === 'object' ? JSON.stringify(body) : (body ?? null),
  });
}

async function readReply(response: Response): Promise<Reply> {
  const text = await response.text();
  const json = parse(text);
  return {
    status: response.status,
    text,
    at: (...path) =>
      path.reduce<unknown>(
        (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : null),
        json,
      ) ?? null,
  };
}

const LONGEST_BODY = 2_000;

function requestText(method: string, path: string, { token, headers = {}, body }: Call): string {
  const written = typeof body === 'object' ? pretty(body) : (body ?? '');
  const shown = written.length > LONGEST_BODY ? `${written.length} characters` : written;
  const all = { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...headers };
  return [`${method} ${path}`, ...headerLines(Object.entries(all)), ...(shown === '' ? [] : [shown])].join(
    '\n',
  );
}

function responseText(response: Response, text: string): string {
  const headers = headerLines([...response.headers].filter(([name]) => !leftOut.includes(name)));
  const json = parse(text);
  return [
    `→ ${response.status}`,
    ...headers,
    ...(text === '' ? [] : [json === null ? text : pretty(json)]),
  ].join('\n');
}

const headerLines = (headers: readonly (readonly [string, string])[]): readonly string[] =>
  headers.map(([name, value]) => `${name}: ${value}`);

const pretty = (value: unknown): string => JSON.stringify(value, null, 1);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The same id has the same number everywhere. */
function createCleaner(): (text: string) => string {
  const numbers = new Map<string, string>();
  const kinds: readonly (readonly [name: string, pattern: RegExp])[] = [
    ['TIME', /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)/g],
    ['UUID', /\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g],
    ['REFERENCE', /\b[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}\b/g],
    ['CODE', /\b[ir]-[0-9a-f]{40}\b/g],
    ['TOKEN', /\b[\w-]{20,}(\.[\w-]*){2,}/g],
  ];
  const sealed =
    /("(?:token|id|link|draftKey|draft_handle|code|olderDraftKeys)": "[^"]*?)((?=[\w-]*[A-Z]|[0-9a-f]{64}")[\w-]{16,})(?=")/g;
  const numbered = (name: string, text: string): string => {
    if (name === 'TIME') return 'TIME';
    const known = numbers.get(text) ?? `${name} ${numbers.size + 1}`;
    numbers.set(text, known);
    return known;
  };
  return (text) => {
    const named = kinds.reduce(
      (rest, [name, pattern]) => rest.replace(pattern, (found) => numbered(name, found)),
      text.replace(/("(?:seconds_left|(?:draft_)?expires_in|expiresIn)": )\d+/g, '$1SECONDS'),
    );
    const opened = named.replace(sealed, (_, before, found) => `${before}${numbered('SEALED', found)}`);
    return [...numbers].reduce((rest, [found, name]) => rest.replaceAll(found, name), opened);
  };
}
