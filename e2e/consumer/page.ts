/** A page that takes the element from the package: the one import is all that registers it. */
import 'apply-form';

const form = document.querySelector('apply-form');
form?.addEventListener('apply-ready', ({ detail }) => {
  document.title = `${detail.questions.length} questions`;
});
for (const [name, value] of new URLSearchParams(location.hash.slice(1))) form?.setAttribute(name, value);
