/** A host page: it reserves a screen for the form, and has text of its own above and below. */
export const hostPage = (parameters: URLSearchParams): string => {
  const endpoint = parameters.get('endpoint') ?? '';
  const token = parameters.get('token') ?? '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><title>Careers</title>
<style>apply-form { display: block; min-block-size: 100vh }</style>
<script src="${endpoint}/apply-form.js" async></script>
</head>
<body><h1>Engineer</h1><p>Apply below.</p><apply-form endpoint="${endpoint}" token="${token}"></apply-form><footer>Imprint</footer></body>
</html>`;
};
