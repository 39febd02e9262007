import { createApp, createSSRApp } from 'vue';
import Careers from './careers.vue';

const isRendered = document.querySelector('#root')?.hasChildNodes();
(isRendered ? createSSRApp : createApp)(Careers).mount('#root');
