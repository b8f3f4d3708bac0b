import type { DatabaseService } from "../../shared/bus/service.ts";
import type { Background } from "./background.ts";
import type { Mail } from "./letters/mail.ts";
import type { Suspensions } from "./suspension.ts";

export interface AuthService extends DatabaseService {
  /** Null without a mail server. */
  mail: Mail | null;
  background: Background;
  suspensions: Suspensions;
}
