/** The package door `./proxy`: for those who run the proxy in a server of their own. */
export type { Delivery, Metrics, Operator, SessionStore, Staging, TreeStore } from '../model/ports.ts';
export type { Semantics } from '../model/question.ts';
export type { Send } from '../service/send-request.ts';
export { type ApplyProxy, createProxy } from './create-proxy.ts';
export type { DocumentType } from './document-types.ts';
export type { Log, LogEvent, LogFields } from './log.ts';
export type { ProxyOptions, RequestContext, TenantOptions } from './options.ts';
