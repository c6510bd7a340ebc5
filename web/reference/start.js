/* Starts Swagger UI on /docs, in the colours of the device. */

const dark = matchMedia('(prefers-color-scheme: dark)');

function colour() {
  document.documentElement.classList.toggle('dark-mode', dark.matches);
}

dark.addEventListener('change', colour);
colour();

window.SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  defaultModelExpandDepth: 3,
  displayRequestDuration: true,
  filter: true,
  tagsSorter: null,
  validatorUrl: null,
});
