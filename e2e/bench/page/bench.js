/**
 * The interface of both pages to the bench: the form is shown on demand.
 * @param show takes the container and the document; returns the root of the questions
 */
export function offerBench(show) {
  let form = null;
  let root = document.body;
  window.bench = {
    /** Fetches a form with this number of questions without showing it. */
    async load(questions) {
      const response = await fetch(`/forms/${questions}.json`);
      form = await response.json();
    },
    async show() {
      root = show(document.getElementById('form'), form.document);
      // The widget waits for the file with the controls of such a form.
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
