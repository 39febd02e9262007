import { Icon } from '../icon/icon.tsx';
import { infoShape } from '../icon/icon-shapes.ts';
import type { Screen } from '../screen.ts';

interface NoticeProps {
  readonly screen: Screen;
}

/** In place of a control that cannot be drawn; it never blocks sending. */
export const Notice = ({ screen }: NoticeProps) => (
  <p class="af-notice">
    <Icon shape={infoShape} />
    {screen.messages.value.text('notice.unknown')}
  </p>
);
