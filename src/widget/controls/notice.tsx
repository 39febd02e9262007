import { Icon } from '../icon.tsx';
import type { Screen } from '../screen.ts';

interface NoticeProps {
  readonly screen: Screen;
  readonly message: 'notice.unknown' | 'notice.noOptions';
}

/** In place of a control that cannot be drawn; it never blocks sending. */
export const Notice = ({ screen, message }: NoticeProps) => (
  <p class="notice">
    <Icon name="info" />
    {screen.messages.value.text(message)}
  </p>
);
