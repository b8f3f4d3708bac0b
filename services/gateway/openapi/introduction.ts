/** The document's opening words (CommonMark). */
export const description = `An owner makes forms: each has one draft, a graph of screens and questions joined by edges, and any number of immutable
published versions. Respondents walk a published form node by node. Integrations receive its events.

**Authentication.** Owners' endpoints take \`Authorization: Bearer <API key>\`, or the sign-in cookie; keys are made in
the dashboard. Respondents' endpoints (\`/api/v2/r/\`) take no credentials.

**Lists** take \`limit\`, \`offset\` or \`page\`, and \`ordering\`, and answer with \`count\`, \`next\`, \`previous\` and
\`results\`. Their order is total: paging through an unchanged list repeats nothing and skips nothing.

**Errors** are \`{"detail": …}\`; where fields are to blame, \`errors\` has \`<field>: <message>\` for each. Unknown
fields and query parameters are refused, not dropped.

**Sending a request again** is safe with \`Idempotency-Key\` (1 to 255 visible ASCII characters) on owners' POSTs: the first
answer below 500 is kept for 24 hours and given again, with \`Idempotency-Replayed: true\`. The same key with another
method, path, query or body is 422; while the first request is under way it is 409. Making an API key ignores the header.

**Limits.** Bodies are JSON of at most 1 MiB. Each API key has 600 requests a minute unless its operator says otherwise:
see the \`RateLimit-*\` headers; over it, 429 with \`Retry-After\`.

**Every path** works with and without its slash at the end; HEAD answers as GET. Timestamps are ISO 8601 in UTC.
Fields may be added to answers; none is taken away within a version.
`;
