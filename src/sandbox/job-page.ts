import type { SampleJob } from './sample-form.ts';

/**
 * The target of `application_form_url`: it stands for the service's own hosted form, so that a fallback link is not
 * dead.
 */
export function jobPage(job: SampleJob): Response {
  const text = job.paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('\n');
  const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(`${job.title} · ${job.company}`)}</title>
<h1>${escapeHtml(job.title)}</h1>
<p>${escapeHtml(`${job.company} · ${job.location} · ${job.contract}`)}</p>
${text}
<p><strong>This page stands for the application form that the recruitment service hosts itself. The sandbox has none.</strong></p>
</html>`;
  return new Response(page, { headers: { 'content-type': 'text/html; charset=utf-8' } });
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]);

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => escapes.get(character) ?? character);
}
