import 'apply-form';
import type {} from 'apply-form/react';
import { useState } from 'react';

// Outside of the component, so that they are the same at each render.
const messages = { 'form.send': 'Apply now' };
const prefill = { first_name: 'Ada' };
const renewToken = async () => (await fetch('/apply-token')).text();

export function Apply({ job }: { job: string }) {
  const [said, setSaid] = useState('Loading');
  return (
    <section>
      <p role="status">{said}</p>
      <apply-form
        endpoint="http://127.0.0.1:3000"
        job={job}
        heading-level="3"
        messages={messages}
        prefill={prefill}
        renewToken={renewToken}
        onapply-ready={({ detail }) => setSaid(`${detail.questions.length} questions`)}
        onapply-submitted={({ detail }) => setSaid(`Received as ${detail.reference}`)}
        onapply-error={({ detail }) => setSaid(detail.code)}
      >
        <a href={`mailto:jobs@example.com?subject=${job}`}>Apply by e-mail</a>
      </apply-form>
    </section>
  );
}
