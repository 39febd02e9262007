/*
 * What an applicant sees and hears. Every screen is drawn from plain data (`View`, `Form`, `Messages`); what the
 * applicant asks for goes out through `FormActions`. Nothing here fetches, and no answer is kept here.
 * The parts of `lazy-parts.ts` are not needed before the first answer. They are loaded then and passed in as `Lazy`;
 * until then plain texts replace them.
 */
import { type ReadonlySignal, signal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import type { Form, Gone, View } from '../../form/contract.ts';
import { LiveRegion, type Region } from '../announcements/live-region.tsx';
import { Icon } from '../icon/icon.tsx';
import { infoShape } from '../icon/icon-shapes.ts';
import type { Lazy } from '../screen.ts';
import { ownTexts } from '../words.ts';
import { FormScreen, type SettingProps } from './form-screen.tsx';
import { PlainScreen } from './plain-screen.tsx';
import { ReloadOffer } from './reload-offer.tsx';
import { Skeleton } from './skeleton.tsx';

ownTexts();

export interface ApplicationFormProps extends SettingProps {
  readonly view: ReadonlySignal<View>;
  /** Shown above every screen of the form; null: nothing is. */
  readonly notice: ReadonlySignal<string | null>;
  readonly gone?: ReadonlySignal<Gone | null>;
  /** Absent: as the page. */
  readonly theme?: 'auto' | 'light' | 'dark';
  /** It replaces a form that had focus. */
  readonly takesFocus?: boolean;
}

export function ApplicationForm(props: ApplicationFormProps) {
  const messages = props.messages.value;
  const last = useRef<Last>(props.takesFocus);
  const region: Region = useMemo(() => signal([]), []);
  return (
    <div class="af" lang={messages.locale} dir={messages.direction} data-theme={props.theme}>
      {props.notice.value && (
        <p class="af-notice" part="notice">
          <Icon shape={infoShape} />
          {props.notice.value}
        </p>
      )}
      {drawView({ ...props, region }, last)}
      <LiveRegion region={region} />
    </div>
  );
}

/** What the applicant was last busy with: the form of a view; true: having one loaded. */
type Last = View | boolean | undefined;

interface RegionProps extends ApplicationFormProps {
  readonly region: Region;
}

/** Only a screen that results from the applicant's action takes focus, never one on a page just opened. */
function drawView(props: RegionProps, last: RefObject<Last>) {
  const view = props.view.value;
  const lazy = props.lazy.value;
  const messages = props.messages.value;
  if (view.kind === 'loading' && view.takesFocus) last.current = true;
  const isReload = last.current === true;
  if (view.kind === 'loading')
    return <Skeleton label={messages.text('form.loading')} takesFocus={isReload} />;
  if (view.kind === 'form' && asksQuestions(view.form, lazy)) {
    last.current = view;
    const gone = props.gone?.value;
    return (
      <>
        <FormScreen {...props} view={view} takesFocus={isReload} />
        {gone && <ReloadOffer gone={gone} messages={messages} />}
      </>
    );
  }
  const instead = {
    view,
    fallback: props.fallback.value,
    headingLevel: props.headingLevel,
    takesFocus: isReload || last.current === view,
    onReload: props.actions.reload,
  };
  if (!lazy) return <PlainScreen {...instead} messages={messages} />;
  return <lazy.InsteadScreen {...instead} region={props.region} messages={lazy.messages} />;
}

/** Once the answers are sent the receipt replaces the questions, unless some answers are to be corrected. */
function asksQuestions(form: Form, lazy: Lazy | null): boolean {
  const phase = form.submission.value;
  return (
    form.order.length > 0 &&
    (phase.kind !== 'accepted' || lazy?.needsCorrection(phase.submission, form) === true)
  );
}
