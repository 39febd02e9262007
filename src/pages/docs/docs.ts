/** What the pages of the documentation do with a script: copy a block of code, search, mark the heading that is read. */
import './docs.css';
import { offerCopies } from './copy-code.ts';
import { markHeading } from './read-heading.ts';
import { offerSearch } from './search-box.ts';

offerCopies();
offerSearch();
markHeading();
