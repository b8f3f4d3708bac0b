import { defineService } from "../../shared/bus/service.ts";
import { openAuditOutbox } from "../../shared/platform/audit/collect.ts";
import { env } from "../../shared/platform/env.ts";
import { grantAccess, listAccess, revokeAccess, updateAccess } from "./actions/access.ts";
import { auditPiece, beginAuditExport, listAudit, recordAudit } from "./actions/audit.ts";
import { authenticate } from "./actions/authenticate.ts";
import { deleteMe } from "./actions/deleteMe.ts";
import { deleteWorkspace, restoreWorkspace } from "./actions/deletion.ts";
import { accessOfForm, leaveForm } from "./actions/formMoves.ts";
import { beginIdempotent, endIdempotent } from "./actions/idempotency.ts";
import { invite, listInvitations, resendInvitation, revokeInvitation } from "./actions/invitations.ts";
import { acceptInvitation, declineInvitation, getInvitation } from "./actions/joining.ts";
import { createKey, getOwnKey, listKeys, revokeKey, rotateKey } from "./actions/keys.ts";
import { forgot, reset } from "./actions/lostPassword.ts";
import {
  getOwnMembership,
  getRemoval,
  listMembers,
  removeMember,
  updateMember,
  updateOwnMembership,
} from "./actions/members.ts";
import { endOtherSignIns, endOwnSignIn, listOwnEvents, listOwnSignIns } from "./actions/ownSignIns.ts";
import { accountExists, options, register } from "./actions/register.ts";
import {
  confirmSecondFactor,
  disableSecondFactor,
  getSecondFactor,
  replaceRecoveryCodes,
  startSecondFactor,
} from "./actions/secondFactor.ts";
import { login, loginWithCode, loginWithLink, logout } from "./actions/signIns.ts";
import { backchannelLogout, finishSso, linkSso, logoutSso, startSso, unlinkSso } from "./actions/sso.ts";
import { recordUsage, usage } from "./actions/usage.ts";
import { listUsers, me, updateMe } from "./actions/users.ts";
import { changeEmail, requestVerification, undoEmail, verifyEmail } from "./actions/verification.ts";
import { callerIn, createWorkspace, getWorkspace, listWorkspaces, updateWorkspace } from "./actions/workspaces.ts";
import { openBackground } from "./background.ts";
import { authSchema } from "./database.ts";
import { openErasure } from "./erasure.ts";
import { endThread } from "./hashing/thread.ts";
import { authJobs } from "./jobs.ts";
import { openKeyExpiry } from "./keyExpiry.ts";
import { openMail } from "./letters/mail.ts";
import { openRetention } from "./retention.ts";
import { canSeal } from "./sealing.ts";
import type { AuthService } from "./service.ts";
import { logSetupLink } from "./setup.ts";
import { endPasswordSignIns } from "./store/signIns.ts";
import { openSuspendNow } from "./suspendNow.ts";
import { openUnannounced, rarely } from "./unannounced.ts";

/** Accounts, sign-in and API keys (decisions §2). */
export default defineService<"auth", AuthService>({
  name: "auth",
  schema: authSchema,
  actions: {
    authenticate,
    options,
    hasAccount: accountExists,
    register,
    login,
    logout,
    me,
    updateMe,
    listUsers,
    listKeys,
    createKey,
    rotateKey,
    getOwnKey,
    revokeKey,
    beginIdempotent,
    endIdempotent,
    recordAudit,
    listAudit,
    beginAuditExport,
    auditPiece,
    recordUsage,
    usage,
    listWorkspaces,
    createWorkspace,
    getWorkspace,
    updateWorkspace,
    callerIn,
    deleteWorkspace,
    restoreWorkspace,
    accessOfForm,
    leaveForm,
    listMembers,
    updateMember,
    removeMember,
    getRemoval,
    getOwnMembership,
    updateOwnMembership,
    listInvitations,
    invite,
    revokeInvitation,
    resendInvitation,
    getInvitation,
    acceptInvitation,
    declineInvitation,
    listAccess,
    grantAccess,
    updateAccess,
    revokeAccess,
    requestVerification,
    verifyEmail,
    undoEmail,
    changeEmail,
    deleteMe,
    loginWithCode,
    loginWithLink,
    getSecondFactor,
    startSecondFactor,
    confirmSecondFactor,
    disableSecondFactor,
    replaceRecoveryCodes,
    listSignIns: listOwnSignIns,
    endSignIn: endOwnSignIn,
    endOtherSignIns,
    listUserEvents: listOwnEvents,
    forgot,
    reset,
    startSso,
    finishSso,
    linkSso,
    unlinkSso,
    backchannelLogout,
    logoutSso,
  },

  async started() {
    this.mail = await openMail();
    this.background = openBackground(this.logger);
    this.suspendNow = openSuspendNow(this);
    if (env().SSO_ONLY) await endPasswordSignIns(this.database.pool);
    await logSetupLink(this.database, this.logger);
    if (!canSeal()) this.logger.warn("Two-step sign-in is unavailable. Set SECRETS_KEY for auth, too.");
  },

  loops() {
    const { database, logger, call } = this;
    return [
      ...openRetention(database, logger, { usage: env().USAGE_RETENTION_DAYS, audit: env().AUDIT_RETENTION_DAYS }),
      openAuditOutbox("auth", database.pool, (entries) => call("auth.recordAudit", { entries }), logger, rarely),
      openErasure(database.pool, call, logger),
      openKeyExpiry(database.pool, logger),
      ...authJobs.open(this, database.pool, logger, rarely),
      openUnannounced(database.pool, logger),
    ];
  },

  async stopped() {
    await this.background?.finished();
    this.mail?.close();
    await endThread();
  },
});
