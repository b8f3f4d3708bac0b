import type { DatabaseService } from "../../shared/bus/service.ts";
import type { FileStore } from "../../shared/platform/files/store.ts";
import type { Quotas } from "./quotas.ts";
import type { Respondents } from "./respondents.ts";

export interface SessionsService extends DatabaseService {
  respondents: Respondents;
  quotas: Quotas;
  /** after a commit that has made events */
  announceEvents: () => void;
  /** the uploads' bytes */
  files: FileStore;
  /** after the files of a session were deleted */
  removeFilesOf: (sessionId: string) => Promise<void>;
}
