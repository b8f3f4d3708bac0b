import { Closed, type Static, Type } from "../schema.ts";

/** Files that respondents upload (decisions §5). */
export const UploadQuery = Closed({ node_id: Type.String({ minLength: 1, maxLength: 64 }) });

export const UploadedFile = Closed({
  /** what the answer names */
  url: Type.String(),
  name: Type.String(),
  /** bytes */
  size: Type.Integer(),
  /** found by its content */
  content_type: Type.String(),
});

/** A link that was given to somebody without a sign-in: in a webhook's payload, in a CSV export. */
export const FileQuery = Closed({
  /** Unix seconds */
  expires: Type.Optional(Type.Integer({ minimum: 0 })),
  signature: Type.Optional(Type.String({ maxLength: 100 })),
});

export type UploadQuery = Static<typeof UploadQuery>;
export type UploadedFile = Static<typeof UploadedFile>;
export type FileQuery = Static<typeof FileQuery>;
