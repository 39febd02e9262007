/** The package entry point `./preact`, types only: importing it once adds `<apply-form …>` to Preact's JSX. */
import type { ClassAttributes, HTMLAttributes } from 'preact';
import type { ApplyFormElement, ApplyFormProperties } from './define.ts';

type Properties = ApplyFormProperties & HTMLAttributes<ApplyFormElement> & ClassAttributes<ApplyFormElement>;

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      'apply-form': Properties;
    }
  }
}
