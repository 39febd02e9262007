import('./apply-form.js');
