import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Fallback } from '../form/contract.ts';
import type { Messages } from '../locale/messages.ts';
import { Heading } from './heading.tsx';
import { Icon, type IconName } from './icon.tsx';

interface NoticeScreenProps {
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
  readonly headingLevel: number;
  /** Takes focus when it comes in answer to what the applicant just pressed. */
  readonly takesFocus?: boolean;
  readonly children?: ComponentChildren;
}

/** A whole screen that says one thing: a symbol, what happened, and the way on. */
export function NoticeScreen(props: NoticeScreenProps) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (props.takesFocus) box.current?.focus();
  }, [props.takesFocus]);
  return (
    <div class="screen" part="status" tabIndex={-1} ref={box}>
      <span class="badge">
        <Icon name={props.icon} />
      </span>
      <Heading level={props.headingLevel}>{props.title}</Heading>
      <p>{props.text}</p>
      {props.children}
    </div>
  );
}

interface WayOnProps {
  readonly fallback: Fallback;
  readonly messages: Messages;
}

/** How to apply without this form. */
export function WayOn({ fallback, messages }: WayOnProps) {
  if (fallback.kind === 'children')
    return (
      <p class="way">
        <slot />
      </p>
    );
  if (fallback.kind === 'none') return <p class="way">{messages.text('way.none')}</p>;
  return (
    <p class="way">
      <a href={fallback.href} target="_top" rel="noopener">
        {messages.text('way.fallback')}
      </a>
    </p>
  );
}
