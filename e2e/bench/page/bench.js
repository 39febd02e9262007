/**
 * What both pages offer to the bench: the form is shown on demand.
 * @param show takes the place and the document; returns where the questions are
 */
export function offerBench(show) {
  let form = null;
  let root = document.body;
  window.bench = {
    /** Fetches the form of so many questions without showing it. */
    async load(questions) {
      const response = await fetch(`/forms/${questions}.json`);
      form = await response.json();
    },
    async show() {
      root = show(document.getElementById('form'), form.document);
      // The widget waits for the file of what such a form asks.
      do await new Promise(requestAnimationFrame);
      while (root.querySelector('[data-question-id]') === null);
    },
    focus(question) {
      root.querySelector(`[data-question-id="${question}"] :is(input, textarea, select)`).focus();
    },
    styles: () =>
      (root.adoptedStyleSheets ?? [])
        .flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText))
        .join('\n'),
  };
}
