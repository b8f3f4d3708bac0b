import type { Answer } from "./standIn.ts";

/** https://cloud.google.com/apis/design/errors */
export const problem = (status: number, code: string, message: string, headers = {}): Answer => ({
  status,
  headers,
  body: { error: { code: status, message, status: code } },
});
