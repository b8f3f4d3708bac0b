import type { ServiceSchema } from "moleculer";
import { env } from "../../shared/env.ts";
import type { ActionsOf } from "../../shared/moleculer.ts";
import { closeFor, type DatabaseService, openFor } from "../../shared/service.ts";
import { attach, detach, listAttachments, updateAttachment } from "./actions/attachments.ts";
import { create } from "./actions/create.ts";
import { list } from "./actions/list.ts";
import { remove } from "./actions/remove.ts";
import { update } from "./actions/update.ts";
import { integrationsSchema } from "./database.ts";
import { callback } from "./oauth/callback.ts";
import { connect } from "./oauth/connect.ts";
import { type Outgoing, openOutgoing } from "./outgoing/send.ts";
import { secretsKey } from "./secrets.ts";

/** Account integrations and their attachments to forms (decisions §7). */
const actions = {
  list,
  create,
  update,
  remove,
  connect,
  callback,
  listAttachments,
  attach,
  updateAttachment,
  detach,
} satisfies ActionsOf<"integrations">;

export interface IntegrationsService extends DatabaseService {
  /** the guarded way out */
  outgoing: Outgoing;
}

export default {
  name: "integrations",
  actions,
  async started(this: IntegrationsService) {
    secretsKey();
    this.outgoing = openOutgoing({
      timeoutMs: env().DELIVERY_TIMEOUT_MS,
      allowPrivate: env().ALLOW_PRIVATE_DESTINATIONS,
    });
    await openFor(this, integrationsSchema);
  },
  async stopped(this: Partial<IntegrationsService>) {
    await this.outgoing?.close();
    await closeFor(this);
  },
} as unknown as ServiceSchema;
