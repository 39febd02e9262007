/** The package door `./preact`, types only: brought in once, it makes `<apply-form …>` known in Preact's JSX. */
import type { ClassAttributes, HTMLAttributes } from 'preact';
import type { ApplyFormElement } from './define.ts';
import type { ApplyFormProperties } from './element-attributes.ts';

type Properties = ApplyFormProperties & HTMLAttributes<ApplyFormElement> & ClassAttributes<ApplyFormElement>;

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      'apply-form': Properties;
    }
  }
}
