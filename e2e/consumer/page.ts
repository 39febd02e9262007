/** A page that uses the element of the package. Importing the package registers it. */
import 'apply-form';

const form = document.querySelector('apply-form');
form?.addEventListener('apply-ready', ({ detail }) => {
  document.title = `${detail.questions.length} questions`;
});
for (const [name, value] of new URLSearchParams(location.hash.slice(1))) form?.setAttribute(name, value);
