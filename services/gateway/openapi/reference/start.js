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
