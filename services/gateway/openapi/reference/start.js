// Draws the reference from this service's own document (https://swagger.io/docs/open-source-tools/swagger-ui/).
globalThis.SwaggerUIBundle({
  url: "/api/openapi.json",
  dom_id: "#reference",
  deepLinking: true,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  defaultModelRendering: "example",
  filter: true,
  // nothing of the document goes to anybody else's validator
  validatorUrl: "none",
});

// the viewer has a dark look, and doesn't follow the device
const dark = matchMedia("(prefers-color-scheme: dark)");
const follow = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", follow);
follow();
