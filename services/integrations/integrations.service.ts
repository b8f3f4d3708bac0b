import type { ServiceSchema } from "moleculer";
import type { ActionsOf } from "../../shared/moleculer.ts";
import { closeFor, type DatabaseService, openFor } from "../../shared/service.ts";
import { attach, detach, listAttachments, updateAttachment } from "./actions/attachments.ts";
import { create } from "./actions/create.ts";
import { list } from "./actions/list.ts";
import { remove } from "./actions/remove.ts";
import { update } from "./actions/update.ts";
import { integrationsSchema } from "./database.ts";
import { secretsKey } from "./secrets.ts";

/** Account integrations and their attachments to forms (decisions §7). */
const actions = {
  list,
  create,
  update,
  remove,
  listAttachments,
  attach,
  updateAttachment,
  detach,
} satisfies ActionsOf<"integrations">;

export default {
  name: "integrations",
  actions,
  started(this: DatabaseService) {
    secretsKey();
    return openFor(this, integrationsSchema);
  },
  stopped(this: DatabaseService) {
    return closeFor(this);
  },
} as unknown as ServiceSchema;
