import {
  accountEndpoints,
  auditEndpoints,
  invitationEndpoints,
  memberEndpoints,
  securityEndpoints,
  signInEndpoints,
  ssoEndpoints,
  workspaceEndpoints,
} from "../../../shared/api/endpoints/accounts.ts";
import type { Result } from "../../../shared/bus/calls.ts";
import { checkRights } from "../../../shared/platform/access.ts";
import type { Request } from "../http/request.ts";
import { authenticate } from "../request/authenticate.ts";
import {
  cookieToken,
  cookieTokenAtHome,
  fromIssuer,
  home,
  issuerLink,
  joined,
  ownCookie,
  signedIn,
  signedOut,
  signedOutThere,
  ssoBrowser,
  ssoPerson,
  toIssuer,
} from "./extras.ts";
import { handle } from "./route.ts";

const streamAudit = (request: Request, begun: Result<"auth.beginAuditExport">): Promise<void> =>
  request.exports.stream(
    request,
    begun,
    async () => {
      const caller = await authenticate(request);
      if (caller) checkRights(caller);
    },
    "auth.auditPiece",
  );

export const accountRoutes = [
  ...handle(signInEndpoints, {
    "/api/auth/options/": { GET: { action: "auth.options" } },
    "/api/auth/register/": { POST: { action: "auth.register", limit: "entry", reply: signedIn } },
    "/api/auth/login/": { POST: { action: "auth.login", limit: "sign-in", reply: signedIn } },
    "/api/auth/logout/": { POST: { action: "auth.logout", extra: cookieToken, reply: signedOut } },
    "/api/auth/forgot/": { POST: { action: "auth.forgot", limit: "sign-in", extra: home } },
    "/api/auth/reset/": { POST: { action: "auth.reset", limit: "entry" } },
    "/api/auth/me/": { GET: "auth.me", PATCH: { action: "auth.updateMe", limit: "password", extra: cookieToken } },
  }),
  ...handle(securityEndpoints, {
    "/api/auth/login/code/": { POST: { action: "auth.loginWithCode", limit: "sign-in", reply: signedIn } },
    "/api/auth/login/link/": { POST: { action: "auth.loginWithLink", limit: "entry", reply: signedIn } },
    "/api/auth/second-factor/": {
      GET: "auth.getSecondFactor",
      POST: { action: "auth.startSecondFactor", limit: "password", extra: cookieToken },
    },
    "/api/auth/second-factor/confirm/": {
      POST: { action: "auth.confirmSecondFactor", limit: "password", extra: cookieToken },
    },
    "/api/auth/second-factor/disable/": {
      POST: { action: "auth.disableSecondFactor", limit: "password", extra: cookieToken },
    },
    "/api/auth/second-factor/recovery-codes/": { POST: { action: "auth.replaceRecoveryCodes", limit: "password" } },
    "/api/auth/sign-ins/": { GET: { action: "auth.listSignIns", extra: cookieToken } },
    "/api/auth/sign-ins/revoke-others/": { POST: { action: "auth.endOtherSignIns", extra: cookieToken } },
    "/api/auth/sign-ins/{id}/": { DELETE: "auth.endSignIn" },
    "/api/auth/events/": { GET: "auth.listUserEvents" },
    "/api/auth/me/email/": {
      POST: { action: "auth.changeEmail", limit: "password", extra: cookieTokenAtHome },
    },
    "/api/auth/me/delete/": {
      POST: { action: "auth.deleteMe", limit: "password", extra: cookieToken, reply: signedOut },
    },
  }),
  ...handle(ssoEndpoints, {
    "/api/auth/oidc/start/": {
      GET: {
        action: "auth.startSso",
        limit: "entry",
        extra: ssoBrowser,
        reply: toIssuer,
        landing: "/sign-in?error=failed",
      },
    },
    "/api/auth/oidc/callback/": {
      GET: {
        action: "auth.finishSso",
        limit: "entry",
        extra: ssoPerson,
        reply: fromIssuer,
        landing: "/sign-in?error=failed",
      },
    },
    "/api/auth/oidc/link/": {
      POST: { action: "auth.linkSso", limit: "password", extra: ssoPerson, reply: issuerLink },
      DELETE: { action: "auth.unlinkSso", limit: "password", extra: cookieToken },
    },
    "/api/auth/oidc/backchannel-logout/": { POST: { action: "auth.backchannelLogout", limit: "entry" } },
    "/api/auth/oidc/logout/": {
      GET: { action: "auth.logoutSso", limit: "entry", extra: ownCookie, reply: signedOutThere, landing: "/" },
    },
  }),
  ...handle(workspaceEndpoints, {
    "/api/workspaces/": { GET: "auth.listWorkspaces", POST: "auth.createWorkspace" },
    "/api/workspaces/{id}/": { GET: "auth.getWorkspace", PATCH: "auth.updateWorkspace" },
    "/api/workspaces/{id}/delete/": { POST: { action: "auth.deleteWorkspace", limit: "password", extra: cookieToken } },
    "/api/workspaces/{id}/restore/": { POST: "auth.restoreWorkspace" },
  }),
  ...handle(memberEndpoints, {
    "/api/workspaces/{id}/members/": { GET: "auth.listMembers" },
    "/api/workspaces/{id}/members/{user_id}/": { PATCH: "auth.updateMember", DELETE: "auth.removeMember" },
    "/api/workspaces/{id}/members/{user_id}/removal/": { GET: "auth.getRemoval" },
    "/api/workspaces/{id}/me/": { GET: "auth.getOwnMembership", PATCH: "auth.updateOwnMembership" },
    "/api/workspaces/{id}/invitations/": {
      GET: "auth.listInvitations",
      POST: { action: "auth.invite", extra: home },
    },
    "/api/workspaces/{id}/invitations/{invitation_id}/": { DELETE: "auth.revokeInvitation" },
    "/api/workspaces/{id}/invitations/{invitation_id}/resend/": {
      POST: { action: "auth.resendInvitation", extra: home },
    },
    "/api/v2/form/{slug}/access/": { GET: "auth.listAccess", POST: { action: "auth.grantAccess", extra: home } },
    "/api/v2/form/{slug}/access/{id}/": { PATCH: "auth.updateAccess", DELETE: "auth.revokeAccess" },
  }),
  ...handle(auditEndpoints, {
    "/api/workspaces/{id}/audit/": { GET: "auth.listAudit" },
    "/api/workspaces/{id}/audit/export/": { GET: { action: "auth.beginAuditExport", reply: streamAudit } },
  }),
  ...handle(invitationEndpoints, {
    "/api/auth/invitation/": { GET: { action: "auth.getInvitation", limit: "entry" } },
    "/api/auth/invitation/accept/": {
      POST: { action: "auth.acceptInvitation", limit: "entry", extra: cookieToken, reply: joined },
    },
    "/api/auth/invitation/decline/": { POST: { action: "auth.declineInvitation", limit: "entry" } },
    "/api/auth/verify-email/": { POST: { action: "auth.verifyEmail", limit: "entry", extra: home } },
    "/api/auth/undo-email/": { POST: { action: "auth.undoEmail", limit: "entry", extra: home } },
    "/api/auth/me/verify-email/": { POST: { action: "auth.requestVerification", extra: home } },
    "/api/auth/key/": { GET: "auth.getOwnKey" },
  }),
  ...handle(accountEndpoints, {
    "/api/account/api-keys/": { GET: "auth.listKeys", POST: { action: "auth.createKey", extra: cookieToken } },
    "/api/account/api-keys/{id}/": { DELETE: "auth.revokeKey" },
    "/api/account/api-keys/{id}/rotate/": { POST: { action: "auth.rotateKey", extra: cookieToken } },
    "/api/account/usage/": { GET: "auth.usage" },
    "/api/workspaces/{id}/usage/": { GET: "auth.usage" },
    "/api/account/notices/": { GET: "integrations.listNotices" },
    "/api/account/notices/read/": { POST: "integrations.readNotices" },
    "/api/account/deliveries/": { GET: "integrations.listAccountDeliveries" },
    "/api/account/notices/{id}/": { PATCH: "integrations.updateNotice" },
  }),
];
