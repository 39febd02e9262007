import type { ComponentChildren } from 'preact';
import { takeFocus } from '../focus/focus.ts';
import { Heading } from '../form/heading.tsx';
import { Icon, type Shape } from '../icon/icon.tsx';
import { named } from '../question/named.ts';

interface NoticeScreenProps {
  readonly shape: Shape;
  readonly title: string;
  readonly text: string;
  readonly headingLevel: number;
  readonly takesFocus?: boolean;
  readonly children?: ComponentChildren;
}

/** A whole screen that says one thing: a symbol, what happened, and the way on. */
export const NoticeScreen = ({
  shape,
  title,
  text,
  headingLevel,
  takesFocus,
  children,
}: NoticeScreenProps) => (
  <div class="af-screen" part="status" {...named(title)} ref={takesFocus ? takeFocus : null}>
    <span class="af-badge">
      <Icon shape={shape} />
    </span>
    <Heading level={headingLevel}>{title}</Heading>
    <p>{text}</p>
    {children}
  </div>
);
