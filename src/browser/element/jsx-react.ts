/**
 * The package entry point `./react`, types only: importing it once adds `<apply-form …>` to React's JSX. React sets
 * properties of custom elements and listens to their events from version 19 on.
 */
import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { ApplyFormElement, ApplyFormProperties } from './define.ts';

type Properties = ApplyFormProperties & DetailedHTMLProps<HTMLAttributes<ApplyFormElement>, ApplyFormElement>;

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'apply-form': Properties;
    }
  }
}
