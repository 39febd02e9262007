import { createApp } from 'vue';
import Careers from './careers.vue';

createApp(Careers).mount('#root');
