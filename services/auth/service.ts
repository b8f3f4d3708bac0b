import type { DatabaseService } from "../../shared/bus/service.ts";
import type { Background } from "./background.ts";
import type { Mail } from "./letters/mail.ts";

export interface AuthService extends DatabaseService {
  /** Null without a mail server. */
  mail: Mail | null;
  background: Background;
  /** Tells forms of a workspace's deletion now (suspendNow.ts). */
  suspendNow(workspace: string): Promise<void>;
}
