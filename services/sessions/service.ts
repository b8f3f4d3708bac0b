import type { DatabaseService } from "../../shared/bus/service.ts";
import type { FileStore } from "../../shared/platform/files/store.ts";
import type { Quotas } from "./quotas.ts";
import type { Respondents } from "./respondents.ts";

export interface SessionsService extends DatabaseService {
  respondents: Respondents;
  quotas: Quotas;
  /** Call it after a commit with events. */
  announceEvents: () => void;
  /** Stores the bytes of uploads. */
  files: FileStore;
  /** Call it after deleting files of a session. */
  removeFilesOf: (sessionId: string) => Promise<void>;
}
