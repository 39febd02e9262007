// Whole, because a script of another origin without `crossorigin` has no address that a relative one would begin at.
import(new URL('apply-form.js', document.currentScript.src).href);
