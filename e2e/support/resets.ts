/** What resets that many pages have say of what a form is made of, as they stand in a page without layers. */

/** Tailwind CSS 3.4, its preflight (MIT). */
const tailwind3 = `
*, ::before, ::after { box-sizing: border-box; border-width: 0; border-style: solid; border-color: #e5e7eb }
html { line-height: 1.5; -webkit-text-size-adjust: 100%; tab-size: 4; font-family: ui-sans-serif, system-ui, sans-serif }
body { margin: 0; line-height: inherit }
h1, h2, h3, h4, h5, h6 { font-size: inherit; font-weight: inherit }
a { color: inherit; text-decoration: inherit }
b, strong { font-weight: bolder }
small { font-size: 80% }
button, input, optgroup, select, textarea { font-family: inherit; font-size: 100%; font-weight: inherit; line-height: inherit; letter-spacing: inherit; color: inherit; margin: 0; padding: 0 }
button, select { text-transform: none }
button, input:where([type='button']), input:where([type='reset']), input:where([type='submit']) { -webkit-appearance: button; background-color: transparent; background-image: none }
button, [type='button'], [type='reset'], [type='submit'] { -webkit-appearance: button; background-color: transparent; background-image: none }
progress { vertical-align: baseline }
blockquote, dl, dd, h1, h2, h3, h4, h5, h6, hr, figure, p, pre { margin: 0 }
fieldset { margin: 0; padding: 0 }
legend { padding: 0 }
ol, ul, menu { list-style: none; margin: 0; padding: 0 }
textarea { resize: vertical }
button, [role="button"] { cursor: pointer }
img, svg, video, canvas, audio, iframe, embed, object { display: block; vertical-align: middle }
[hidden] { display: none }`;

/** Tailwind CSS 4, its preflight taken out of its layer (MIT). */
const tailwind4 = `
*, ::after, ::before, ::backdrop, ::file-selector-button { box-sizing: border-box; margin: 0; padding: 0; border: 0 solid }
h1, h2, h3, h4, h5, h6 { font-size: inherit; font-weight: inherit }
a { color: inherit; text-decoration: inherit }
ol, ul, menu { list-style: none }
img, svg, video, canvas, audio, iframe, embed, object { display: block; vertical-align: middle }
button, input, select, optgroup, textarea, ::file-selector-button { font: inherit; letter-spacing: inherit; color: inherit; border-radius: 0; background-color: transparent; opacity: 1 }
button, input:where([type='button'], [type='reset'], [type='submit']), ::file-selector-button { appearance: button }
textarea { resize: vertical }
[hidden]:where(:not([hidden='until-found'])) { display: none !important }`;

/** Bootstrap 5.3, its reboot (MIT). */
const bootstrap5 = `
*, ::before, ::after { box-sizing: border-box }
body { margin: 0; font-family: system-ui, sans-serif; font-size: 1rem; line-height: 1.5; color: #212529; background-color: #fff }
h1, h2, h3, h4, h5, h6 { margin-top: 0; margin-bottom: .5rem; font-weight: 500; line-height: 1.2 }
p { margin-top: 0; margin-bottom: 1rem }
ol, ul { padding-left: 2rem }
ol, ul, dl { margin-top: 0; margin-bottom: 1rem }
small { font-size: .875em }
a { color: #0d6efd; text-decoration: underline }
img, svg { vertical-align: middle }
label { display: inline-block }
button { border-radius: 0 }
button:focus:not(:focus-visible) { outline: 0 }
input, button, select, optgroup, textarea { margin: 0; font-family: inherit; font-size: inherit; line-height: inherit }
button, select { text-transform: none }
[role="button"] { cursor: pointer }
select { word-wrap: normal }
button, [type="button"], [type="reset"], [type="submit"] { -webkit-appearance: button }
button:not(:disabled), [type="button"]:not(:disabled), [type="submit"]:not(:disabled) { cursor: pointer }
textarea { resize: vertical }
fieldset { min-width: 0; padding: 0; margin: 0; border: 0 }
legend { float: left; width: 100%; padding: 0; margin-bottom: .5rem; font-size: calc(1.275rem + .3vw); line-height: inherit }
legend + * { clear: left }
progress { vertical-align: baseline }
[hidden] { display: none !important }`;

export const resets = { tailwind3, tailwind4, bootstrap5 } as const;
