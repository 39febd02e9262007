/** Vue knows the element; compiling this is the test. Templates themselves are compiled in `e2e/specs/apps.deep.ts`. */
import type { GlobalComponents } from 'vue';
import type {} from './vue-templates.ts';

type Properties = InstanceType<GlobalComponents['apply-form']>['$props'];

export const everything: Properties = {
  key: '4711',
  class: 'wide',
  job: '4711',
  posting: '64711',
  tenant: 'default',
  endpoint: 'https://forms.example.com',
  lang: 'de',
  theme: 'dark',
  isolation: 'light',
  draft: 'off',
  source: 'careers-site',
  'heading-level': '3',
  messages: { 'form.loading': 'One moment' },
  renewToken: () => Promise.resolve('token'),
  onApplyReady: ({ detail }) => detail.questions.length,
  onApplySubmitted: (event) => event.detail.reference.toUpperCase(),
};

// @ts-expect-error there is no such attribute
export const wrongName: Properties = { jobb: '4711' };
