import { html } from 'hono/html';
import type { SampleJob } from './sample-form.ts';

/**
 * The target of `application_form_url`: it stands for the service's own hosted form, so that a fallback link is not
 * dead.
 */
export const jobPage = ({ title, company, location, contract, paragraphs }: SampleJob) => html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · ${company}</title>
<h1>${title}</h1>
<p>${company} · ${location} · ${contract}</p>
${paragraphs.map((paragraph) => html`<p>${paragraph}</p>\n`)}
<p><strong>This page stands for the application form that the recruitment service hosts itself. The sandbox has none.</strong></p>
</html>`;
