import type { DatabaseService } from "../../shared/bus/service.ts";
import type { Background } from "./background.ts";
import type { Outgoing } from "./outgoing/send.ts";

export interface IntegrationsService extends DatabaseService {
  /** Sends requests through the address checks. */
  outgoing: Outgoing;
  background: Background;
}
