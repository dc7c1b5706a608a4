/** A small file that runs when the document is parsed: the reveal of sections, and fetching the main script. */
import { fetchMainScript } from './main-script.ts';
import { revealSections } from './reveal.ts';

revealSections();
fetchMainScript();
