interface LoggedRequest {
  readonly method: string;
  readonly path: string;
  readonly question: string | null;
  readonly application: string | null;
  readonly status: number | null;
}

interface HeldAnswer {
  readonly question: string;
  readonly value: unknown;
}

export interface WholeApplication {
  readonly summary: { readonly tags: readonly { readonly name: string }[] };
  readonly resource: { readonly attributes: Readonly<Record<string, unknown>> };
  readonly files: readonly { readonly context: string; readonly name: string; readonly size: number }[];
  readonly hidden: { readonly equality_monitoring_option_ids: readonly string[] | null };
}

/** The sandbox, asked over HTTP for what arrived and what it holds; types as its control gives them (`src/sandbox/README.md#control`). */
export class Sandbox {
  readonly origin: string;
  readonly control: string;

  constructor(origin: string) {
    this.origin = origin;
    this.control = `${origin}/sandbox/_control`;
  }

  /** A fresh application and a token for its form, as a host's back end gets them. */
  async apply(form: string, seconds?: number): Promise<{ application: string; token: string }> {
    const body = { data: { type: 'sessions', attributes: { form, expires_in: seconds } } };
    const reply = await this.#send('POST', `${this.origin}/demo/sessions`, body);
    const { data } = (await reply.json()) as { data: { attributes: { application: string; token: string } } };
    return data.attributes;
  }

  /** A link to the form of a fresh application, as a host's back end gets it. */
  async link(
    form: string,
    link: true | 'invitation',
  ): Promise<{ link: string; token: string; session: string }> {
    const body = { data: { type: 'sessions', attributes: { form, link } } };
    const reply = await this.#send('POST', `${this.origin}/demo/sessions`, body);
    const { data } = (await reply.json()) as {
      data: { id: string; attributes: { link: string; token: string } };
    };
    return { ...data.attributes, session: data.id };
  }

  /** The status of the reply. */
  async revoke(session: string): Promise<number> {
    const headers = { authorization: 'Bearer sandbox-admin' };
    return (await fetch(`${this.origin}/sessions/${session}`, { method: 'DELETE', headers })).status;
  }

  /** As its operator does at a person's wish. */
  async erase(email: string): Promise<void> {
    const headers = { 'content-type': 'application/vnd.api+json', authorization: 'Bearer sandbox-admin' };
    const body = JSON.stringify({ data: { type: 'people', attributes: { action: 'erase', email } } });
    await fetch(`${this.origin}/people`, { method: 'POST', headers, body });
  }

  /** Another token for the same application, as a host's back end gets it. */
  async renew(application: string, seconds: number, key = 'sandbox-admin'): Promise<string> {
    const headers = { 'content-type': 'application/vnd.api+json', authorization: `Bearer ${key}` };
    const body = { data: { type: 'sessions', attributes: { application, expires_in: seconds } } };
    const reply = await fetch(`${this.origin}/sessions`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    const { data } = (await reply.json()) as { data: { attributes: { token: string } } };
    return data.attributes.token;
  }

  async isExpired(token: string): Promise<boolean> {
    const headers = { authorization: `Bearer ${token}` };
    const address = `${this.origin}/api/v1/questions?include=conditional_questions`;
    return (await fetch(address, { headers })).status === 401;
  }

  /** @param application null: all that arrived */
  async requests(application: string | null): Promise<readonly LoggedRequest[]> {
    const query = application === null ? '' : `?application=${application}`;
    const reply = await fetch(`${this.control}/requests${query}`);
    return (await reply.json()) as readonly LoggedRequest[];
  }

  /** The applications that visitors' forms have made so far, in order. */
  async made(): Promise<string[]> {
    const requests = await this.requests(null);
    return requests
      .filter((each) => each.method === 'POST' && each.path === '/api/v1/applications' && each.status === 201)
      .map((each) => each.application ?? '');
  }

  /** As the service shows it to a client with the key. */
  async attributes(application: string): Promise<Readonly<Record<string, unknown>>> {
    const headers = { 'x-api-key': 'sandbox-key' };
    const reply = await fetch(`${this.origin}/sandbox/api/v1/applications/${application}`, { headers });
    const { data } = (await reply.json()) as { data: { attributes: Record<string, unknown> } };
    return data.attributes;
  }

  /** All of an application that the service holds, what it never returns included; files by name and size. */
  async whole(application: string): Promise<WholeApplication> {
    const reply = await fetch(`${this.control}/applications/${application}`);
    return (await reply.json()) as WholeApplication;
  }

  /** Question ids of the answers that arrived and were taken, in order. */
  async posts(application: string): Promise<string[]> {
    const requests = await this.requests(application);
    return requests
      .filter((each) => each.method === 'POST' && each.path === '/api/v1/answers' && each.status === 201)
      .map((each) => each.question ?? '');
  }

  /** Last value of each question. */
  async held(application: string): Promise<ReadonlyMap<string, unknown>> {
    const reply = await fetch(`${this.control}/answers?application=${application}`);
    const answers = (await reply.json()) as readonly HeldAnswer[];
    return new Map(answers.map((each) => [each.question, each.value]));
  }

  async faults(faults: object): Promise<void> {
    const reply = await this.#send('PUT', `${this.control}/faults`, faults);
    if (!reply.ok) throw new Error(`The sandbox refused these faults: ${await reply.text()}`);
  }

  /** State and visibility of jobs. */
  async jobs(jobs: object): Promise<void> {
    const reply = await this.#send('PUT', `${this.control}/jobs`, jobs);
    if (!reply.ok) throw new Error(`The sandbox refused these jobs: ${await reply.text()}`);
  }

  /** What the service demands of an application for a job. */
  async demands(demands: object): Promise<void> {
    const reply = await this.#send('PUT', `${this.control}/demands`, demands);
    if (!reply.ok) throw new Error(`The sandbox refused these demands: ${await reply.text()}`);
  }

  /** What the service's refusals taught of a job. */
  async forgetLessons(job: string): Promise<void> {
    const headers = { 'content-type': 'application/vnd.api+json', authorization: 'Bearer sandbox-admin' };
    const body = { data: { type: 'lessons', attributes: { job, action: 'clear' } } };
    await fetch(`${this.origin}/attention/lessons`, { method: 'POST', headers, body: JSON.stringify(body) });
  }

  async #send(method: string, address: string, body: object): Promise<Response> {
    const headers = { 'content-type': 'application/vnd.api+json' };
    return fetch(address, { method, headers, body: JSON.stringify(body) });
  }
}
