import { hydrate, mount } from 'svelte';
import Careers from './careers.svelte';

const target = document.querySelector('#root');
if (target) (target.hasChildNodes() ? hydrate : mount)(Careers, { target });
