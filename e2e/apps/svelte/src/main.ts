import { mount } from 'svelte';
import Careers from './careers.svelte';

const target = document.querySelector('#root');
if (target) mount(Careers, { target });
