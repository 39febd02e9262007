import { html } from 'hono/html';
import type { SampleJob } from './sample-form.ts';

/**
 * The target of `application_form_url`: a placeholder for the form that the service hosts itself, so that a fallback
 * link works.
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
