/** What can be written on `<apply-form …>` in JSX: attributes, properties and listeners (`src/README.md#html`). Types only. */
import type { FormEventMap, FormEventName } from '../host/events.ts';
import type { RichSettings, Settings } from '../host/settings.ts';

/** Names spelled differently in the two forms, and `lang`, which every element has. */
type Rest = 'heading-level' | 'headingLevel' | 'lang';

type Heading = Settings['headingLevel'] | `${number}`;

/** `onapply-ready` and so on: React 19 and Preact both listen to whatever follows `on`, letter by letter. */
type Listeners = {
  readonly [Name in FormEventName as `on${Name}`]?: ((event: FormEventMap[Name]) => void) | undefined;
};

export type ApplyFormProperties = Listeners &
  Optional<Omit<Settings, Rest>> &
  Optional<RichSettings> & { readonly [Name in Exclude<Rest, 'lang'>]?: Heading | undefined };

type Optional<All> = { readonly [Name in keyof All]?: All[Name] | undefined };
