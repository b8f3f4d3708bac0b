import type { DatabaseService } from "../../shared/service.ts";
import type { Mail } from "./mail.ts";

export interface AuthService extends DatabaseService {
  /** null: there is no mail server */
  mail: Mail | null;
  /** Does what nobody waits for; a stop waits for it. */
  afterwards(work: () => Promise<void>): void;
  underWay: Set<Promise<void>>;
  stopRetention?: () => Promise<void>;
}
