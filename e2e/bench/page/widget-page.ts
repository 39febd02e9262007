/** The widget as it is built: only its public doors are used. */
import { offerBench } from './bench-page.ts';

offerBench((host, document) => {
  const mounted = window.ApplyForm?.mount(host, { mode: 'preview', document });
  if (!mounted?.element.shadowRoot) throw new Error('The script of the widget is not there.');
  const { element } = mounted;
  return {
    root: mounted.element.shadowRoot,
    evaluations: () => element.session?.form?.evaluations() ?? null,
  };
});
