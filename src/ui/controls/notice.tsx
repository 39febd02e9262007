import { Icon } from '../icon/icon.tsx';
import { infoShape } from '../icon/icon-shapes.ts';
import type { Screen } from '../screen.ts';

/** In place of a control that cannot be drawn; it never blocks sending. */
export const Notice = ({ screen }: { readonly screen: Screen }) => (
  <p class="af-notice">
    <Icon shape={infoShape} />
    {screen.messages.value.text('notice.unknown')}
  </p>
);
