/** The options of the proxy, with units and defaults. */
import type { Tenant } from '../../core/model/ids.ts';
import type { Semantics } from '../../core/model/question.ts';
import type { Clock } from '../clock.ts';
import type { Scan } from '../files/scan.ts';
import type { DocumentType } from '../files/types.ts';
import type { FormSettings } from '../forms/form-settings.ts';
import type { Log } from '../log.ts';
import type { People } from '../people.ts';
import type { Delivery, Metrics, Operator, Readiness, Staging } from '../ports.ts';
import type { PostingWay } from '../service/queries.ts';
import type { Send, ServiceOutcome } from '../service/send-request.ts';
import type { OnEvent } from './events.ts';
import type { Caps } from './limits.ts';
import type { ProxyStore } from './proxy-store.ts';

export const applicationEnds = ['rejected', 'hired'] as const;
/** The final states of an application. */
export type ApplicationEnd = (typeof applicationEnds)[number];

/** One customer of the recruitment service. */
export interface TenantOptions {
  readonly name: string;
  /** `{base_url}` of the service. */
  readonly serviceUrl: string;
  readonly serviceKey: string;
  /** Bearer key of the tenant's back ends; without it they cannot make sessions. */
  readonly adminKey: string | null;
  /** Origins that may embed the form in addition to the proxy's own, compared exactly. */
  readonly origins: 'any' | readonly string[];
  /** Ids of jobs that visitors can apply for without an application, from a page of these origins. */
  readonly publicJobs: 'all' | readonly string[];
  readonly semantics: Semantics;
  /** Where an applicant can apply instead; `{job}` is replaced by the job's id. */
  readonly fallbackUrl: string | null;
  /** The kind of object that the questions of a form belong to at the service. */
  readonly questionsBy: 'job' | 'posting' | 'all';
  /**
   * Request that finds the job of a posting (`src/server/service/README.md#where-it-is-silent`); `single` by default.
   */
  readonly readPosting?: PostingWay;
  /** `filter[questionable_id][eq]=` or `filter[questionable_id]=`: the document only calls it an object. */
  readonly questionFilter: 'eq' | 'plain';
  /**
   * Bytes of the largest file of an answer; 10 MB by default. The document sets no limits for such files, so the defaults
   * of size and types are those of an application's `documents_base64`.
   */
  readonly documentBytes?: number;
  readonly documentTypes?: readonly DocumentType[];
  /** Final states in which an application takes no answers; both by default. */
  readonly closedWhen?: readonly ApplicationEnd[];
  /** Settings of forms, such as the details that they ask for; `defaultFormSettings` by default. */
  readonly form?: Partial<FormSettings>;
  /** Settings of single jobs, by id: override `form` member by member, and in `details` name by name. */
  readonly jobs?: Readonly<Record<string, Partial<FormSettings>>>;
  /** How much visitors may leave here; missing members are those of `defaultCaps`. */
  readonly caps?: Partial<Caps>;
}

export interface RunningRelease {
  readonly version: string;
  /** Different for each build. */
  readonly build: string;
}

export interface ProxyOptions {
  readonly tenants: readonly TenantOptions[];
  /** One or two secrets of at least 32 characters each: the first seals, both open. */
  readonly secrets: readonly string[];
  /** Sends requests to the service; the runtime's `fetch` by default. */
  readonly send?: Send;
  /**
   * Origin that browsers use for this server. If it is set, no other counts as ours; otherwise each request's own
   * origin does.
   */
  readonly publicOrigin?: string;
  /** Base address of links, without a trailing slash; without it links exist only in sandbox mode. */
  readonly publicUrl?: string;
  /** Sandbox mode: the address of the sandbox's control, and the tenant that uses the sandbox as its service. */
  readonly sandbox?: { readonly controlUrl: string; readonly tenant: string };
  /** A notice above every form's questions, in the requested language (BCP 47); a null locale if none was requested. */
  readonly notice?: (locale: string | null) => string;
  /**
   * Scans each file: only clean files are delivered to the service. A custom `staging` gets its scanner where it is
   * created.
   */
  readonly scan?: Scan;
  /** A store from `openStore`; the caller closes it after the proxy. */
  readonly store: ProxyStore;
  /** Replaces the proxy's own delivery. */
  readonly delivery?: Delivery;
  /** Replaces the store's own staging. */
  readonly staging?: Staging;
  /**
   * For `/attention` and `/readyz`. With a custom `delivery` and no `operator`, `/attention` is a 404, and `/readyz`
   * assumes that the store can write.
   */
  readonly operator?: Operator;
  /** Further checks of `/readyz`, in addition to the operator's store. */
  readonly readiness?: Readiness;
  /** For `/people`; with a custom `delivery`, the route is a 404 without it. */
  readonly people?: People;
  /** For `/metrics`, which is a 404 without it. */
  readonly metrics?: Metrics;
  readonly log?: Log;
  /** Called for each wrong key, forged token, reached limit and similar event, to count them. */
  readonly onEvent?: OnEvent;
  /** Called with the time that each request took until its reply was ready. */
  readonly onReply?: (reply: HttpReply) => void;
  /** Called with the outcome of each request to a tenant's service. */
  readonly onServiceReply?: (tenant: Tenant, outcome: ServiceOutcome) => void;
  /** The version that `/healthz` shows to everyone; without it, none. */
  readonly release?: RunningRelease;
  /** The system clock by default. */
  readonly clock?: Clock;
}

/** One answered request, without any personal data or content. */
export interface HttpReply {
  readonly method: string;
  /** Pattern of its path, such as `/submissions/:id`; null if no route matched. */
  readonly route: string | null;
  readonly status: number;
  readonly seconds: number;
}

/** Facts about a request that only the platform knows. */
export interface RequestContext {
  /** The client's address, for the rate limits. */
  readonly address?: string;
  /** Seconds until a retry: too many requests are open, so this one is refused unread. */
  readonly overloaded?: number;
  /** Called as soon as the content is stored: from then on the request only waits. */
  readonly stored?: () => void;
  /**
   * Called before the body is read if the request has a valid token: the body may then arrive slowly.
   * @returns seconds until a retry if too many requests are open; null if it is answered
   */
  readonly tokenOpened?: (isVisitor: boolean) => number | null;
}

/** Called for requests of back ends and operators, whose replies no page may read, even of an allowed origin. */
export interface KeyContext {
  readonly keyOpened: () => void;
}
