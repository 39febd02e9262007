/**
 * The package entry point `./vue`, types only: importing it once lets Vue's tools check `<apply-form …>` in templates.
 * Names are those of a template: `heading-level` or `headingLevel`, `@apply-ready`.
 */
import type { AllowedComponentProps, HTMLAttributes, VNodeProps } from 'vue';
import type { FormEventMap, FormEventName } from '../host/host.ts';
import type { ApplyFormElement, ApplyFormProperties } from './define.ts';

/** `apply-ready` as `ApplyReady`. */
type Capital<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${Capitalize<First>}${Capital<Rest>}`
  : Capitalize<Name>;

/** Vue's type of `@apply-ready`. */
type Listeners = {
  readonly [Name in FormEventName as `on${Capital<Name>}`]?:
    | ((event: FormEventMap[Name]) => void)
    | undefined;
};

type Properties = Omit<ApplyFormProperties, `on${FormEventName}`> &
  Listeners &
  HTMLAttributes &
  VNodeProps &
  AllowedComponentProps;

declare module 'vue' {
  interface GlobalComponents {
    'apply-form': new () => ApplyFormElement & { readonly $props: Properties };
  }
}
