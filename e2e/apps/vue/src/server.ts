import { createSSRApp } from 'vue';
import { renderToString } from 'vue/server-renderer';
import Careers from './careers.vue';

export const render = (): Promise<string> => renderToString(createSSRApp(Careers));
