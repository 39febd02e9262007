/**
 * Puts the form of an example page where this script is. A public job needs nothing but its id. For an application that
 * exists already, the job page's server would ask Apply Form for a session and write the token into the page: the demo's
 * sandbox takes the part of that server here.
 */
const own = document.currentScript;
const origin = '__APPLY_ORIGIN__';
const asked = new URLSearchParams(location.search);
const { form, embed, level = '2', ...attributes } = own.dataset;

async function fetchToken() {
  const response = await fetch(`${origin}/demo/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/vnd.api+json' },
    body: JSON.stringify({ data: { type: 'sessions', attributes: { form: asked.get('form') ?? form } } }),
  });
  return (await response.json()).data.attributes.token;
}

async function showForm() {
  const access = asked.has('job') ? { job: asked.get('job') } : { token: await fetchToken() };
  const settings = { ...access, lang: asked.get('lang') ?? 'en', 'heading-level': level, ...attributes };
  const script = document.createElement('script');
  if ((asked.get('embed') ?? embed) === 'iframe') {
    const frame = Object.assign(document.createElement('iframe'), { title: 'Application form' });
    frame.dataset.applyFrame = '';
    frame.src = `${origin}/frame/default#${new URLSearchParams(settings)}`;
    script.src = `${origin}/frame.js`;
    own.after(frame, script);
    return;
  }
  for (const [name, value] of Object.entries(settings)) script.setAttribute(`data-apply-${name}`, value);
  Object.assign(script, { type: 'module', src: `${origin}/apply-form.js` });
  own.after(script);
}

const theme = asked.get('theme') ?? 'auto';
if (theme !== 'auto') document.documentElement.style.colorScheme = theme;
showForm();
