import { Closed, type Static, Type } from "../../domain/schema.ts";

/** Files that respondents upload (decisions §5). */
export const UploadQuery = Closed({ node_id: Type.String({ minLength: 1, maxLength: 64 }) });

export const UploadedFile = Closed({
  /** URL for the answer */
  url: Type.String(),
  name: Type.String(),
  /** bytes */
  size: Type.Integer(),
  /** detected from the content */
  content_type: Type.String(),
});

/** Parameters of a signed link in webhook payloads and CSV exports. */
export const FileQuery = Closed({
  /** Unix seconds */
  expires: Type.Optional(Type.Integer({ minimum: 0 })),
  signature: Type.Optional(Type.String({ maxLength: 100 })),
});

export type UploadQuery = Static<typeof UploadQuery>;
export type UploadedFile = Static<typeof UploadedFile>;
export type FileQuery = Static<typeof FileQuery>;
