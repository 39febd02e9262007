/** The package entry `./proxy`, for running the proxy in another server. */

export type { Semantics } from '../../core/model/question.ts';
export type { Clock } from '../clock.ts';
export { type Scan, ScanError, type ScanVerdict } from '../files/scan.ts';
export type { DocumentType } from '../files/types.ts';
export type { FormSettings } from '../forms/form-settings.ts';
export type { Log, LogEvent, LogFields } from '../log.ts';
export type { People } from '../people.ts';
export type {
  Degradation,
  Delivery,
  Metrics,
  Operator,
  Readiness,
  Staging,
} from '../ports.ts';
export type { Send, ServiceOutcome } from '../service/send-request.ts';
export { type ApplyProxy, createProxy } from './create-proxy.ts';
export type { OnEvent, ProxyEvent } from './events.ts';
export type { HttpReply, ProxyOptions, RequestContext, TenantOptions } from './options.ts';
export { openStore, type ProxyStore } from './proxy-store.ts';
