import { showJob } from './apply';

for (const button of document.querySelectorAll('button'))
  button.addEventListener('click', () => showJob(button.dataset['job'] || null));
showJob('4711');
