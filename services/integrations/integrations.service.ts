import { defineService } from "../../shared/bus/service.ts";
import { openAuditOutbox } from "../../shared/platform/audit/collect.ts";
import { env } from "../../shared/platform/env.ts";
import { secretsKey } from "../../shared/platform/sealing.ts";
import { attach, detach, listAttachments, listForms, updateAttachment } from "./actions/attachments.ts";
import {
  eraseSession,
  getDelivery,
  listAccountDeliveries,
  listDeliveries,
  listSessionDeliveries,
  replay,
  retryDelivery,
} from "./actions/deliveries.ts";
import { eraseAccount } from "./actions/eraseAccount.ts";
import { leaveForm, namesOfForm } from "./actions/formMoves.ts";
import { health } from "./actions/health.ts";
import { create, list } from "./actions/integrations.ts";
import { invitationLink, leaveInvitations } from "./actions/invitationLinks.ts";
import {
  cancelLinkMail,
  cancelMailsOfLinks,
  getLinkMail,
  listLinkMailDeliveries,
  listLinkMails,
  sendLinkMails,
  testLinkMail,
} from "./actions/linkMails.ts";
import { confirmMail, mailLink, stopMail } from "./actions/mailLinks.ts";
import {
  createMail,
  getMail,
  listMailDeliveries,
  listMails,
  removeMail,
  testMail,
  updateMail,
} from "./actions/mails.ts";
import { addNotice, listNotices, readNotices, updateNotice } from "./actions/notices.ts";
import { ofMember, stopAddress } from "./actions/people.ts";
import { regenerateSecret } from "./actions/regenerateSecret.ts";
import { remove } from "./actions/remove.ts";
import { hasMail, mailResume } from "./actions/resumeMails.ts";
import { test } from "./actions/test.ts";
import { types } from "./actions/types.ts";
import { update } from "./actions/update.ts";
import { openBackground } from "./background.ts";
import { integrationsSchema } from "./database.ts";
import { integrationsJobs } from "./jobs.ts";
import { firstRecipientKey, useRecipientKey } from "./mail/links.ts";
import { openMailer } from "./mail/mailer.ts";
import { callback } from "./oauth/callback.ts";
import { connect } from "./oauth/connect.ts";
import { openOutgoing } from "./outgoing/send.ts";
import type { IntegrationsService } from "./service.ts";
import { loadRecipientKey } from "./store/recipientKey.ts";
import { sealHeaders } from "./store/sealHeaders.ts";

/** Account integrations, their attachments to forms, and their deliveries (decisions §7). */
export default defineService<"integrations", IntegrationsService>({
  name: "integrations",
  schema: integrationsSchema,
  actions: {
    list,
    health,
    types,
    create,
    update,
    remove,
    connect,
    callback,
    listForms,
    listAttachments,
    attach,
    updateAttachment,
    detach,
    test,
    regenerateSecret,
    ofMember,
    stopAddress,
    eraseAccount,
    ofForm: namesOfForm,
    leaveForm,
    listDeliveries,
    listAccountDeliveries,
    getDelivery,
    retryDelivery,
    replay,
    listSessionDeliveries,
    eraseSession,
    listNotices,
    addNotice,
    readNotices,
    updateNotice,
    listMails,
    getMail,
    createMail,
    updateMail,
    removeMail,
    testMail,
    listMailDeliveries,
    mailLink,
    confirmMail,
    stopMail,
    sendLinkMails,
    listLinkMails,
    getLinkMail,
    cancelLinkMail,
    testLinkMail,
    listLinkMailDeliveries,
    cancelMailsOfLinks,
    invitationLink,
    leaveInvitations,
    hasMail,
    mailResume,
  },
  events: {
    // an event may arrive before the start has ended
    "session.event"(this: Partial<IntegrationsService>) {
      this.background?.engine.takeIn();
    },
  },
  async started() {
    secretsKey();
    this.outgoing = openOutgoing({
      timeoutMs: env().DELIVERY_TIMEOUT_MS,
      allowPrivate: env().ALLOW_PRIVATE_DESTINATIONS,
    });
    await sealHeaders(this.database.pool);
    this.knowsUnsubscribed = await loadRecipientKey(this.database.pool, firstRecipientKey()).then(
      (key) => {
        useRecipientKey(key);
        return true;
      },
      (error: Error) => {
        this.logger.error(`Failed to read unsubscriptions, invitations wait: ${error.message}`);
        return false;
      },
    );
    this.mailer = await openMailer();
    this.background = openBackground(this);
  },
  loops() {
    const { call, database, logger } = this;
    return [
      ...integrationsJobs.open(this, database.pool, logger),
      openAuditOutbox("integrations", database.pool, (entries) => call("auth.recordAudit", { entries }), logger),
    ];
  },
  async stopped() {
    await this.background?.stop();
    this.mailer?.transport.close();
    await this.outgoing?.close();
  },
});
