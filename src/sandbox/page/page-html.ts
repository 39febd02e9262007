/** The HTML of the sandbox page before its script fills it. It is a string, so that it is bundled with the sandbox. */

/** Beside a server of Apply Form there are its other pages; a sandbox that runs alone has none. */
const navigation = `
      <nav aria-label="Pages of this server"><ul><li><a href="../">Demo</a></li><li><a href="../docs/">Docs</a></li><li><a href="./" aria-current="page">Sandbox</a></li><li><a href="../attention">Attention</a></li></ul></nav>`;

/** @param key the published key; null when another was set, which the page does not show */
export const pageHtml = (key: string | null, isBesideServer: boolean): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Sandbox</title>
    <link rel="stylesheet" href="page.css">
    <script src="page.js" type="module"></script>
  </head>
  <body>
    <header class="product-bar">
      <p class="product">Apply Form</p>${isBesideServer ? navigation : ''}
    </header>
    <noscript><p class="notice">This page needs scripts to show what the sandbox holds.</p></noscript>
    <main>
      <div class="title">
        <h1>Sandbox</h1>
        <p id="connection" role="status" data-state="waiting">Connecting…</p>
        <p>The recruitment service in miniature. To ask it yourself: <code>curl -H "X-API-KEY: ${key ?? 'YOUR-KEY'}" <span id="address"></span>/api/v1/applications</code></p>
        <p><span id="faults">Faults on: none.</span> <button type="button" id="no-faults" hidden>Switch all off</button></p>
      </div>
      <section aria-labelledby="requests-title">
        <h2 id="requests-title">Requests</h2>
        <p class="hint">What came to the service, the newest first.</p>
        <ol id="requests"></ol>
      </section>
      <section aria-labelledby="applications-title">
        <h2 id="applications-title">Applications</h2>
        <p class="hint">What it holds, the newest first. Open one to see its answers and files.</p>
        <ul id="applications"></ul>
      </section>
    </main>
  </body>
</html>
`;
