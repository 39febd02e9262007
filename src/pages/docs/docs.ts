/** What the pages of the documentation do with a script: copy a block of code. */
import './docs.css';
import { offerCopies } from './copy-code.ts';

offerCopies();
