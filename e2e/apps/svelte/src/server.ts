import { render as renderToString } from 'svelte/server';
import Careers from './careers.svelte';

export const render = (): string => renderToString(Careers).body;
