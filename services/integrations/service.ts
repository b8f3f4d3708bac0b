import type { Background } from "./background.ts";
import type { MailingService } from "./mail/mailer.ts";
import type { Outgoing } from "./outgoing/send.ts";

export interface IntegrationsService extends MailingService {
  /** Sends requests through the address checks. */
  outgoing: Outgoing;
  background: Background;
}
