import type {} from 'apply-form/vue';
import type { GlobalComponents } from 'vue';

type Properties = InstanceType<GlobalComponents['apply-form']>['$props'];

export const form: Properties = {
  token: 'sealed',
  'heading-level': '3',
  onApplyReady: ({ detail }) => detail.questions.length,
};

// @ts-expect-error there is no such theme
export const wrong: Properties = { theme: 'pink' };
