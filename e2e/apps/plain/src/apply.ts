import { type MountedForm, mount } from 'apply-form';

const status = document.querySelector('[role=status]');
let form: MountedForm | null = null;

const say = (text: string) => status?.replaceChildren(text);

/** Shows the form of this job; null removes the form. */
export function showJob(job: string | null): void {
  if (job === null) {
    form?.destroy();
    form = null;
  } else if (form) form.update({ job });
  else form = openForm(job);
}

function openForm(job: string): MountedForm {
  const opened = mount('#apply', {
    endpoint: 'http://127.0.0.1:3000',
    job,
    headingLevel: 3,
    messages: { 'form.send': 'Apply now' },
    prefill: { first_name: 'Ada' },
    renewToken: async () => (await fetch('/apply-token')).text(),
  });
  opened.element.addEventListener('apply-ready', ({ detail }) => say(`${detail.questions.length} questions`));
  opened.element.addEventListener('apply-submitted', ({ detail }) => say(`Received as ${detail.reference}`));
  return opened;
}
