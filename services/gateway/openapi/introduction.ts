/** The introduction of the document, in CommonMark. */
export const description = `Owners create forms. Each form has one draft and any number of immutable published versions.
A draft is a graph of screens and questions connected by edges. Respondents walk a published form node by node. Integrations
receive its events.

**Authentication.** Owners' endpoints need \`Authorization: Bearer <API key>\` or the session cookie. Create keys in the
dashboard. Respondents' endpoints (\`/api/v2/r/\`) need no credentials.

**Lists** take \`limit\`, \`offset\` or \`page\`, and \`ordering\`. They return \`count\`, \`next\`, \`previous\` and
\`results\`. Paging through an unchanged list never repeats or skips a result.

**Errors** are \`{"detail": …}\`. Field errors add \`errors\` with \`<field>: <message>\`. Unknown fields and query parameters
are rejected.

**Repeat a request** safely with \`Idempotency-Key\` (1 to 255 visible ASCII characters) on owners' POSTs. The first response
below 500 is kept for 24 hours and returned again with \`Idempotency-Replayed: true\`. The same key with another method, path,
query or body returns 422. While the first request is in progress, it returns 409. Creating an API key ignores the header.

**Limits.** Bodies are JSON of up to 1 MiB. An API key can make 600 requests per minute by default. See the \`RateLimit-*\` headers.
Over the limit you get 429 with \`Retry-After\`.

**Paths** work with and without the slash at the end. HEAD works like GET, without a body. Timestamps are ISO 8601 in UTC. Fields can be added to
responses. No field is removed within a version.
`;
