import type { Fallback, View } from '../../form/contract.ts';
import type { FirstMessages } from '../../locale/messages.ts';
import { takeFocus } from '../focus/focus.ts';

/** What stands in the place of the questions. */
export interface InsteadProps {
  readonly view: Exclude<View, { kind: 'loading' }>;
  readonly fallback: Fallback;
  readonly headingLevel: number;
  /** It results from what the applicant just pressed. */
  readonly takesFocus: boolean;
  readonly onReload: () => void;
}

interface PlainScreenProps extends InsteadProps {
  readonly messages: FirstMessages;
}

/** The screen that would say more could not be loaded. */
export const PlainScreen = ({ fallback, takesFocus, onReload, messages }: PlainScreenProps) => (
  <div class="af-screen" part="status" ref={takesFocus ? takeFocus : null}>
    <p>{messages.text('failure.offline')}</p>
    <button type="button" class="af-button" part="button" onClick={onReload}>
      {messages.text('way.reload')}
    </button>
    <WayOn fallback={fallback} messages={messages} />
  </div>
);

interface WayOnProps {
  readonly fallback: Fallback;
  readonly messages: FirstMessages;
}

/** How to apply without this form. */
export const WayOn = ({ fallback, messages }: WayOnProps) => (
  <p class="af-way">
    {fallback.kind === 'children' && <slot />}
    {fallback.kind === 'none' && messages.text('way.none')}
    {fallback.kind === 'link' && (
      <a href={fallback.href} target="_top" rel="noopener">
        {messages.text('way.fallback')}
      </a>
    )}
  </p>
);
