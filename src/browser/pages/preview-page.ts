/** The script of `/preview.html`: everything in one file, so that a double click is enough. */
import { mount } from '../element/mount.ts';

const questions = document.getElementById('questions')?.textContent ?? '';
mount('#form', { mode: 'preview', document: JSON.parse(questions) });
