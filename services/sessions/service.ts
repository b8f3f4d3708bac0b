import type { FileStore } from "../../shared/files/store.ts";
import type { DatabaseService } from "../../shared/service.ts";
import type { Respondents } from "./respondents.ts";

export interface SessionsService extends DatabaseService {
  respondents: Respondents;
  /** after a commit that has made events */
  tellOfEvents: () => void;
  /** the uploads' bytes */
  files: FileStore;
  /** after the files of a session were deleted */
  removeFilesOf: (session_id: string) => Promise<void>;
  stopWatching?: () => Promise<void>;
  stopWatchingFiles?: () => Promise<void>;
}
