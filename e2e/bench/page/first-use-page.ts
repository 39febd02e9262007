/** A host page with nothing but the form of a public job. */
export const firstUsePage = (parameters: URLSearchParams): string => {
  const endpoint = parameters.get('endpoint') ?? '';
  const job = parameters.get('job') ?? '';
  const form =
    parameters.get('place') === 'iframe'
      ? `<script src="${endpoint}/frame.js" async></script>
<iframe src="${endpoint}/frame/default#job=${job}" title="Application form" data-apply-frame></iframe>`
      : `<script src="${endpoint}/apply-form.js" async crossorigin></script>
<apply-form job="${job}"></apply-form>`;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><title>Careers</title></head>
<body><h1>Engineer</h1>${form}</body>
</html>`;
};
