import type { ServiceSchema } from "moleculer";
import { env } from "../../shared/env.ts";
import type { ActionsOf } from "../../shared/moleculer.ts";
import { closeFor, openFor } from "../../shared/service.ts";
import { attach, detach, listAttachments, updateAttachment } from "./actions/attachments.ts";
import { create } from "./actions/create.ts";
import { getDelivery, listDeliveries, listSessionDeliveries, replay, retryDelivery } from "./actions/deliveries.ts";
import { eraseSession } from "./actions/eraseSession.ts";
import { list } from "./actions/list.ts";
import { listNotices, updateNotice } from "./actions/notices.ts";
import { regenerateSecret } from "./actions/regenerateSecret.ts";
import { remove } from "./actions/remove.ts";
import { test } from "./actions/test.ts";
import { update } from "./actions/update.ts";
import { openBackground } from "./background.ts";
import { integrationsSchema } from "./database.ts";
import { callback } from "./oauth/callback.ts";
import { connect } from "./oauth/connect.ts";
import { openOutgoing } from "./outgoing/send.ts";
import { secretsKey } from "./secrets.ts";
import type { IntegrationsService } from "./service.ts";

/** Account integrations, their attachments to forms, and the deliveries to them (decisions §7). */
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
  test,
  regenerateSecret,
  listDeliveries,
  getDelivery,
  retryDelivery,
  replay,
  listSessionDeliveries,
  eraseSession,
  listNotices,
  updateNotice,
} satisfies ActionsOf<"integrations", IntegrationsService>;

export default {
  name: "integrations",
  actions,
  events: {
    "session.event"(this: Partial<IntegrationsService>) {
      this.background?.engine.takeIn();
    },
  },
  async started(this: IntegrationsService) {
    secretsKey();
    this.outgoing = openOutgoing({
      timeoutMs: env().DELIVERY_TIMEOUT_MS,
      allowPrivate: env().ALLOW_PRIVATE_DESTINATIONS,
    });
    await openFor(this, integrationsSchema);
    this.background = openBackground(this.broker, this.database, this.outgoing, this.logger);
  },
  async stopped(this: Partial<IntegrationsService>) {
    await this.background?.stop();
    await this.outgoing?.close();
    await closeFor(this);
  },
} as unknown as ServiceSchema;
