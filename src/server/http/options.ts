/** What whoever runs the proxy decides. Units and defaults stand beside each member. */
import type { FormEnds } from '../../core/model/form-end.ts';
import type { Tenant } from '../../core/model/ids.ts';
import type { People } from '../../core/model/people.ts';
import type {
  Delivery,
  Metrics,
  Operator,
  Readiness,
  SessionStore,
  Staging,
  TreeStore,
} from '../../core/model/ports.ts';
import type { Semantics } from '../../core/model/question.ts';
import type { Send, ServiceOutcome } from '../service/send-request.ts';
import type { DocumentType } from './files/document-types.ts';
import type { Scan } from './files/scanner.ts';
import type { Unpack } from './files/unpack.ts';
import type { Log } from './log.ts';
import type { OnEvent } from './operator/events.ts';

export const applicationEnds = ['rejected', 'hired'] as const;
/** What can have become of an application in the end. */
export type ApplicationEnd = (typeof applicationEnds)[number];

/** One customer of the recruitment service. */
export interface TenantOptions {
  readonly name: string;
  /** `{base_url}` of the service. */
  readonly serviceUrl: string;
  readonly serviceKey: string;
  /** Bearer key of the tenant's back ends; null: they cannot make sessions. */
  readonly adminKey: string | null;
  /** Origins that may embed beside the own one, compared exactly. */
  readonly origins: 'any' | readonly string[];
  /** Ids of jobs that anybody may apply to from a page of these origins, without an application. */
  readonly publicJobs: 'all' | readonly string[];
  readonly semantics: Semantics;
  /** Where an applicant can apply otherwise; `{job}` is replaced. */
  readonly fallbackUrl: string | null;
  /** What the questions of a form belong to at the service (`src/README.md#2-which-questions-are-a-form`). */
  readonly questionsBy: 'job' | 'posting' | 'all';
  /** `filter[questionable_id][eq]=` or `filter[questionable_id]=`: the document only says "object". */
  readonly questionFilter: 'eq' | 'plain';
  /**
   * Bytes that a file given as an answer may have: 10 MB by default. The document sets no limit to an answer's file, so
   * it is that of an application's `documents_base64`, and so are its types: all of them by default.
   */
  readonly documentBytes?: number;
  readonly documentTypes?: readonly DocumentType[];
  /** What closes an application for answers: both by default. */
  readonly closedWhen?: readonly ApplicationEnd[];
  /** Whether its forms tell at the end of a page's life how far they came: `on` by default, where they can be counted. */
  readonly beacons?: 'on' | 'off';
}

export interface ProxyOptions {
  readonly tenants: readonly TenantOptions[];
  /** One or two, at least 32 characters each: the first seals, both open. */
  readonly secrets: readonly string[];
  /** How requests to the service go out; the runtime's `fetch` by default. */
  readonly send?: Send;
  /** How a document's parts are unpacked to be counted; the runtime's `DecompressionStream` by default. */
  readonly unpack?: Unpack;
  /** Seconds for one POST to the service, 15 by default. */
  readonly sendSeconds?: number;
  /** Origin under which browsers know us: the only own one. Without it, that of each request is. */
  readonly publicOrigin?: string;
  /** Address that links carry, without a slash at the end; without one, and outside sandbox mode, there are no links. */
  readonly publicUrl?: string;
  /** Sandbox mode: address of the sandbox's control, and the tenant whose service it is. */
  readonly sandbox?: { readonly controlUrl: string; readonly tenant: string };
  /** What every form says above its questions, in the language that was asked for (BCP 47); null: none was. */
  readonly notice?: (locale: string | null) => string;
  /**
   * Says of each file whether it may be delivered: none goes to the service before it was found clean. For the staging in
   * this process's memory; one of your own is given its scanner where it is made.
   */
  readonly scan?: Scan;
  /** Durable ones; in this process's memory by default. */
  readonly delivery?: Delivery;
  readonly staging?: Staging;
  readonly trees?: TreeStore;
  readonly sessions?: SessionStore;
  /** For `/attention` and `/readyz`. Beside a delivery of your own, without it, those answer 404 and always yes. */
  readonly operator?: Operator;
  /** What `/readyz` says beside what the operator's store does. */
  readonly readiness?: Readiness;
  /** For `/people`; without it that answers 404. */
  readonly people?: People;
  /** For `/metrics`; without it that answers 404. */
  readonly metrics?: Metrics;
  /** Where the ends of forms are counted; without it none is told. */
  readonly formEnds?: FormEnds;
  readonly log?: Log;
  /** Wrong keys, forged tokens, limits that were met and the like, to be counted. */
  readonly onEvent?: OnEvent;
  /** Told how long each request took until its reply was made. */
  readonly onReply?: (reply: HttpReply) => void;
  /** Told what became of each request to a tenant's service. */
  readonly onServiceReply?: (tenant: Tenant, news: ServiceOutcome) => void;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** One request that was answered, without anything of who asked for what. */
export interface HttpReply {
  readonly method: string;
  /** Pattern of its path, as `/submissions/:id`; null: it leads nowhere. */
  readonly route: string | null;
  readonly status: number;
  readonly seconds: number;
}

/** What the platform knows of a request beside the request itself. */
export interface RequestContext {
  /** Of the client, for the rate limits. */
  readonly address?: string;
  /** Called before the body is read, where the request brought a valid token: from then on it may come slowly. */
  readonly tokenOpened?: () => void;
}

/** A request of a back end or an operator: no page may read the reply, whatever its origin. */
export interface KeyContext {
  readonly keyOpened: () => void;
}
