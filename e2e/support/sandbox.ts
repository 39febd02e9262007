interface LoggedRequest {
  readonly method: string;
  readonly path: string;
  readonly question: string | null;
  readonly application: string | null;
  readonly status: number | null;
}

interface StoredAnswer {
  readonly question: string;
  readonly value: unknown;
}

export interface WholeApplication {
  readonly summary: { readonly tags: readonly { readonly name: string }[] };
  readonly resource: { readonly attributes: Readonly<Record<string, unknown>> };
  readonly files: readonly { readonly context: string; readonly name: string; readonly size: number }[];
  readonly hidden: { readonly equality_monitoring_option_ids: readonly string[] | null };
}

interface Session {
  readonly data: {
    readonly id: string;
    readonly attributes: { readonly application: string; readonly token: string; readonly link: string };
  };
}

/** Reads the requests and data of a sandbox over HTTP, through its control (`src/sandbox/README.md#control`). */
export class Sandbox {
  readonly origin: string;
  readonly control: string;

  constructor(origin: string) {
    this.origin = origin;
    this.control = `${origin}/sandbox/_control`;
  }

  /** Creates an application and a token for its form, as a host's back end does. */
  async apply(form: string, seconds?: number): Promise<{ application: string; token: string }> {
    return (await this.#openSession('/demo/sessions', { form, expires_in: seconds })).data.attributes;
  }

  /** Creates an application and a link to its form, as a host's back end does. */
  async link(form: string, link: true | 'invitation'): Promise<{ link: string; token: string }> {
    return (await this.#openSession('/demo/sessions', { form, link })).data.attributes;
  }

  /** Creates a token with these attributes of the session, such as `{application: '99', expires_in: 600}`. */
  async token(attributes: object): Promise<string> {
    return (await this.#openSession('/sessions', attributes)).data.attributes.token;
  }

  async #openSession(path: string, attributes: object): Promise<Session> {
    const reply = await this.#send('POST', path, { data: { type: 'sessions', attributes } });
    return reply.json();
  }

  async isExpired(token: string): Promise<boolean> {
    const headers = { authorization: `Bearer ${token}` };
    const address = `${this.origin}/api/v1/questions?include=conditional_questions`;
    return (await fetch(address, { headers })).status === 401;
  }

  async #read<Value>(path: string): Promise<Value> {
    return (await fetch(this.control + path)).json();
  }

  /** Returns the applications that visitors' forms have created so far, in order. */
  async made(): Promise<string[]> {
    return (await this.#created('/api/v1/applications')).map(({ application }) => application ?? '');
  }

  /** Returns the attributes that a client with the key can read. */
  async attributes(application: string): Promise<Readonly<Record<string, unknown>>> {
    return (await this.whole(application)).resource.attributes;
  }

  /** Returns all stored data of an application, even attributes that the service never returns; files by name and size. */
  whole(application: string): Promise<WholeApplication> {
    return this.#read(`/applications/${application}`);
  }

  /** Returns the question ids of the accepted answers, in order. */
  async posts(application: string): Promise<string[]> {
    const created = await this.#created('/api/v1/answers', `?application=${application}`);
    return created.map(({ question }) => question ?? '');
  }

  async #created(resources: string, query = ''): Promise<readonly LoggedRequest[]> {
    const requests = await this.#read<readonly LoggedRequest[]>(`/requests${query}`);
    return requests.filter(
      ({ method, path, status }) => method === 'POST' && path === resources && status === 201,
    );
  }

  /** Returns the last value of each question. */
  async storedAnswers(application: string): Promise<ReadonlyMap<string, unknown>> {
    const answers = await this.#read<readonly StoredAnswer[]>(`/answers?application=${application}`);
    return new Map(answers.map(({ question, value }) => [question, value]));
  }

  faults(faults: object): Promise<Response> {
    return this.#send('PUT', '/sandbox/_control/faults', faults);
  }

  /** Sets state and visibility of jobs. */
  jobs(jobs: object): Promise<Response> {
    return this.#send('PUT', '/sandbox/_control/jobs', jobs);
  }

  /** Sets the attributes that the service demands for a job. */
  demands(demands: object): Promise<Response> {
    return this.#send('PUT', '/sandbox/_control/demands', demands);
  }

  /** Makes the proxy forget the demands that it learned for a job. */
  forgetLessons(job: string): Promise<Response> {
    const body = { data: { type: 'lessons', attributes: { job, action: 'clear' } } };
    return this.#fetch('POST', '/attention/lessons', body);
  }

  #fetch(method: string, path: string, body: object): Promise<Response> {
    const headers = { 'content-type': 'application/vnd.api+json', authorization: 'Bearer sandbox-admin' };
    return fetch(this.origin + path, { method, headers, body: JSON.stringify(body) });
  }

  async #send(method: string, path: string, body: object): Promise<Response> {
    const reply = await this.#fetch(method, path, body);
    if (!reply.ok) throw new Error(`${method} ${path} was refused: ${await reply.text()}`);
    return reply;
  }
}
