import { byCreated, byDelivery, byEntry, byMember, byNameFirst, byNameSearched, byOccurred } from "../lists.ts";
import * as audit from "../shapes/audit.ts";
import * as auth from "../shapes/auth.ts";
import { AccountDeliveriesQuery, Delivery, Notice, NoticesQuery, UpdateNoticeBody } from "../shapes/integrations.ts";
import * as members from "../shapes/members.ts";
import * as security from "../shapes/security.ts";
import * as sso from "../shapes/sso.ts";
import { Usage, UsageQuery } from "../shapes/usage.ts";
import * as workspaces from "../shapes/workspaces.ts";
import { aboutOneself, group, ownChoice } from "./endpoint.ts";

/** Sign-in, and an account's API keys, notifications and usage (decisions §2). */
const emailTaken = { 409: "The email is already registered." } as const;
const wrongSignIn = { 401: "Wrong email or password." } as const;
const noMail = { 409: "This server can't send email." } as const;
const badLink = { 400: "The token is invalid, used or older than a day." } as const;
const badUndo = { 404: "The link is invalid, used or older than 7 days, or another account has the address." } as const;
const badToken = { 400: "The token is invalid, used or older than an hour." } as const;

// biome-ignore format: a table, one row a line
export const signInEndpoints = group({ tag: "Sign-in", auth: "none" }, {
  "/api/auth/options/": {
    GET: { id: "getSignInOptions", title: "Get sign-in options", of: "none", load: "read", response: auth.EntryOptions },
  },
  "/api/auth/register/": {
    POST: { id: "register", title: "Register an account", of: "none", load: "entry", audit: ["workspace.created"], body: auth.RegisterBody, status: 201, response: auth.User, setsCookie: true, errors: emailTaken },
  },
  "/api/auth/login/": {
    POST: { id: "login", title: "Sign in", of: "none", load: "entry", audit: aboutOneself, body: auth.LoginBody, response: auth.User, setsCookie: true, errors: wrongSignIn },
  },
  "/api/auth/logout/": {
    POST: { id: "logout", title: "Sign out", of: "none", load: "entry", audit: aboutOneself, setsCookie: true },
  },
  "/api/auth/forgot/": {
    POST: { id: "forgotPassword", title: "Request a password reset", of: "none", load: "entry", audit: aboutOneself, body: auth.ForgotBody, errors: noMail },
  },
  "/api/auth/reset/": {
    POST: { id: "resetPassword", title: "Reset the password", of: "none", load: "entry", audit: aboutOneself, body: auth.ResetBody, errors: badToken },
  },
  "/api/auth/me/": {
    GET: { id: "getMe", title: "Get the signed-in user", of: "none", load: "read", needs: ["oneself"], auth: "caller", response: auth.User },
    PATCH: { id: "updateMe", title: "Update name or password", of: "none", load: "entry", needs: ["oneself"], audit: aboutOneself, auth: "user", body: auth.UpdateMeBody, response: auth.User },
  },
});

const onlySso = {
  404: "The server has no single sign-on, or it isn't linked to you.",
  409: "Without a password, single sign-on is the only way to sign in.",
} as const;
const noSealing = { 409: "Two-step sign-in is on already, or the server has no SECRETS_KEY." } as const;
const notStarted = { 409: "Two-step sign-in is on already, or wasn't started in the last 10 minutes." } as const;
const isRequired = { 409: "Two-step sign-in is off, or a workspace requires it." } as const;
const isOff = { 409: "Two-step sign-in is off." } as const;
const wrongCode = { 401: "The code is wrong or was used, or the challenge has ended." } as const;
const endedLink = { 401: "The link is unknown, used or older than 10 minutes." } as const;
const onlyOwner = { 409: "The person is the only owner of a workspace with other members." } as const;

// biome-ignore format: a table, one row a line
export const securityEndpoints = group({ tag: "Sign-in", auth: "user" }, {
  "/api/auth/login/code/": {
    POST: { id: "signInWithCode", title: "Sign in: second step", of: "none", load: "entry", auth: "none", audit: aboutOneself, body: security.LoginCodeBody, response: auth.User, setsCookie: true, errors: wrongCode },
  },
  "/api/auth/login/link/": {
    POST: { id: "signInWithLink", title: "Sign in by an administrator's link", of: "none", load: "entry", auth: "none", audit: aboutOneself, body: auth.TokenBody, response: auth.User, setsCookie: true, errors: endedLink },
  },
  "/api/auth/second-factor/": {
    GET: { id: "getSecondFactor", title: "Get your two-step sign-in", of: "none", load: "read", needs: ["oneself"], response: security.SecondFactor },
    POST: { id: "startSecondFactor", title: "Set up two-step sign-in", of: "none", load: "entry", needs: ["oneself"], audit: aboutOneself, body: security.StartSecondFactorBody, idempotencyKey: false, response: security.StartedSecondFactor, errors: noSealing },
  },
  "/api/auth/second-factor/confirm/": {
    POST: { id: "confirmSecondFactor", title: "Turn on two-step sign-in", of: "none", load: "entry", needs: ["oneself"], audit: aboutOneself, body: security.CodeBody, idempotencyKey: false, response: security.RecoveryCodes, errors: notStarted },
  },
  "/api/auth/second-factor/disable/": {
    POST: { id: "disableSecondFactor", title: "Turn off two-step sign-in", of: "none", load: "entry", needs: ["oneself"], audit: aboutOneself, body: security.DisableSecondFactorBody, errors: isRequired },
  },
  "/api/auth/second-factor/recovery-codes/": {
    POST: { id: "replaceRecoveryCodes", title: "Replace your recovery codes", of: "none", load: "entry", needs: ["oneself"], audit: aboutOneself, body: security.CodeBody, idempotencyKey: false, response: security.RecoveryCodes, errors: isOff },
  },
  "/api/auth/sign-ins/": {
    GET: { id: "listSignIns", title: "List your sign-ins", of: "none", load: "read", needs: ["oneself"], list: byCreated, response: security.OwnSignIn },
  },
  "/api/auth/sign-ins/revoke-others/": {
    POST: { id: "endOtherSignIns", title: "End your other sign-ins", of: "none", load: "entry", audit: aboutOneself, needs: ["oneself"] },
  },
  "/api/auth/sign-ins/{id}/": {
    DELETE: { id: "endSignIn", title: "End one of your sign-ins", of: "none", load: "entry", audit: aboutOneself, needs: ["oneself"] },
  },
  "/api/auth/events/": {
    GET: { id: "listOwnEvents", title: "List events of your sign-in", of: "none", load: "read", needs: ["oneself"], list: byOccurred, response: security.UserEvent },
  },
  "/api/auth/me/email/": {
    POST: { id: "changeEmail", title: "Change your email address", of: "none", load: "entry", needs: ["oneself"], audit: aboutOneself, body: security.ChangeEmailBody, idempotencyKey: false, errors: noMail },
  },
  "/api/auth/me/delete/": {
    POST: { id: "deleteMe", title: "Delete yourself", of: "none", load: "entry", needs: ["oneself"], audit: ["member.left"], body: security.DeleteMeBody, idempotencyKey: false, setsCookie: true, errors: onlyOwner },
  },
});

const noSso = { 404: "The server has no single sign-on." } as const;
const badLogout = {
  ...noSso,
  400: "The token isn't the issuer's, isn't for this server, or isn't a logout token.",
} as const;

// biome-ignore format: a table, one row a line
export const ssoEndpoints = group({ tag: "Sign-in", auth: "none" }, {
  "/api/auth/oidc/start/": {
    GET: { id: "startSso", title: "Sign in by single sign-on", of: "none", load: "read", query: sso.OidcStartQuery, status: 302, idempotent: false, errors: noSso },
  },
  "/api/auth/oidc/callback/": {
    GET: { id: "finishSso", title: "Come back from single sign-on", of: "none", load: "read", query: sso.OidcCallbackQuery, status: 302, idempotent: false, setsCookie: true, errors: noSso },
  },
  "/api/auth/oidc/link/": {
    POST: { id: "linkSso", title: "Link single sign-on", of: "none", load: "entry", auth: "user", needs: ["oneself"], audit: aboutOneself, body: sso.LinkSsoBody, idempotencyKey: false, response: sso.SsoLink, errors: noSso },
    DELETE: { id: "unlinkSso", title: "Unlink single sign-on", of: "none", load: "entry", auth: "user", needs: ["oneself"], audit: aboutOneself, body: sso.LinkSsoBody, errors: onlySso },
  },
  "/api/auth/oidc/backchannel-logout/": {
    POST: { id: "endSsoSignIns", title: "End sign-ins, for the issuer", of: "none", load: "entry", audit: aboutOneself, body: sso.BackchannelLogoutBody, form: true, status: 200, errors: badLogout },
  },
  "/api/auth/oidc/logout/": {
    GET: { id: "logoutSso", title: "Sign out here and at the issuer", of: "none", load: "read", status: 302, idempotent: false, setsCookie: true },
  },
});

const deleteRefused = {
  400: "The name, password or code is wrong.",
  409: "The workspace is going to be deleted already.",
} as const;
const notDeleting = { 409: "The workspace isn't going to be deleted." } as const;
const noOwnFactor = { 409: "To require two-step sign-in, turn it on for yourself first." } as const;
const tooMany = { 409: "The person owns the most workspaces that one may own." } as const;

// biome-ignore format: a table, one row a line
export const workspaceEndpoints = group({ tag: "Workspaces", auth: "user" }, {
  "/api/workspaces/": {
    GET: { id: "listWorkspaces", title: "List your workspaces", of: "none", load: "read", needs: ["oneself"], list: byNameFirst, response: workspaces.Workspace },
    POST: { id: "createWorkspace", title: "Create a workspace", of: "none", load: "write", needs: ["oneself"], audit: ["workspace.created"], body: workspaces.CreateWorkspaceBody, status: 201, response: workspaces.WorkspaceDetail, errors: tooMany },
  },
  "/api/workspaces/{id}/": {
    GET: { id: "getWorkspace", title: "Get a workspace", of: "workspace", namesWorkspace: true, load: "read", needs: ["any role"], response: workspaces.WorkspaceDetail },
    PATCH: { id: "updateWorkspace", title: "Update a workspace", of: "resource", namesWorkspace: true, load: "write", needs: ["workspace:write"], audit: ["workspace.changed"], body: workspaces.UpdateWorkspaceBody, response: workspaces.WorkspaceDetail, errors: noOwnFactor },
  },
  "/api/workspaces/{id}/delete/": {
    POST: { id: "deleteWorkspace", title: "Delete a workspace in seven days", of: "workspace", namesWorkspace: true, load: "write", needs: ["workspace:delete"], audit: ["workspace.deletion_scheduled"], idempotencyKey: false, body: workspaces.DeleteWorkspaceBody, response: workspaces.ScheduledDeletion, errors: deleteRefused },
  },
  "/api/workspaces/{id}/restore/": {
    POST: { id: "restoreWorkspace", title: "Keep a workspace that is going to be deleted", of: "workspace", namesWorkspace: true, load: "write", needs: ["workspace:delete"], audit: ["workspace.restored"], worksSuspended: true, response: workspaces.WorkspaceDetail, errors: notDeleting },
  },
});

const keyEnded = { 409: "The key was revoked or has expired." } as const;
const lastOwner = { 409: "The workspace would have no owner." } as const;
const memberRefused = { ...lastOwner, 400: "A guest needs a form that is shared with them." } as const;
const inviteRefused = { 409: "The person is a member, or a limit of invitations or members is reached." } as const;
const accessRefused = { 409: "The form is shared with the person already, or a limit is reached." } as const;
const accepting = {
  401: "The address has a user, who isn't signed in.",
  404: "The link is unknown, used, revoked or expired.",
  409: "The workspace has its maximum of members.",
} as const;
const notValid = { 404: "The link is unknown, used, revoked or expired." } as const;
const ended = { 409: "The invitation was accepted or declined." } as const;

// biome-ignore format: a table, one row a line
export const memberEndpoints = group({ tag: "Members", auth: "caller" }, {
  "/api/workspaces/{id}/members/": {
    GET: { id: "listMembers", title: "List members", of: "workspace", namesWorkspace: true, load: "read", needs: ["members:read"], query: members.MembersQuery, list: byMember, response: members.Member },
  },
  "/api/workspaces/{id}/members/{user_id}/": {
    PATCH: { id: "updateMember", title: "Change a member's role", of: "resource", namesWorkspace: true, load: "write", needs: ["members:write"], audit: ["member.role_changed"], body: members.UpdateMemberBody, response: members.Member, errors: memberRefused },
    DELETE: { id: "removeMember", title: "Remove a member, or leave", of: "resource", namesWorkspace: true, load: "write", needs: ["members:write"], audit: ["member.removed", "member.left"], query: members.RemoveMemberQuery, errors: lastOwner },
  },
  "/api/workspaces/{id}/members/{user_id}/removal/": {
    GET: { id: "getRemoval", title: "Get what removing a member changes", of: "resource", namesWorkspace: true, load: "read", needs: ["members:write"], response: members.Removal },
  },
  "/api/workspaces/{id}/me/": {
    GET: { id: "getOwnMembership", title: "Get your settings in a workspace", of: "workspace", namesWorkspace: true, load: "read", auth: "user", needs: ["any role"], response: members.OwnMembership },
    PATCH: { id: "updateOwnMembership", title: "Change your settings in a workspace", of: "workspace", namesWorkspace: true, load: "write", auth: "user", needs: ["any role"], audit: ownChoice, body: members.UpdateOwnMembershipBody, response: members.OwnMembership },
  },
  "/api/workspaces/{id}/invitations/": {
    GET: { id: "listInvitations", title: "List invitations", of: "workspace", namesWorkspace: true, load: "read", needs: ["members:write"], query: members.InvitationsQuery, list: byCreated, response: members.Invitation },
    POST: { id: "invite", title: "Invite people", of: "workspace", namesWorkspace: true, load: "write", needs: ["members:write"], audit: ["invitation.created"], body: members.InviteBody, idempotencyKey: false, status: 201, response: members.Invited, errors: inviteRefused },
  },
  "/api/workspaces/{id}/invitations/{invitation_id}/": {
    DELETE: { id: "revokeInvitation", title: "Revoke an invitation", of: "resource", namesWorkspace: true, load: "write", needs: ["members:write"], audit: ["invitation.revoked"] },
  },
  "/api/workspaces/{id}/invitations/{invitation_id}/resend/": {
    POST: { id: "resendInvitation", title: "Send an invitation again", of: "resource", namesWorkspace: true, load: "write", needs: ["members:write"], audit: ["invitation.created"], idempotencyKey: false, response: members.Invitation, errors: ended },
  },
  "/api/v2/form/{slug}/access/": {
    GET: { id: "listAccess", title: "List who has access to a form", of: "form", load: "read", needs: ["members:write"], list: byCreated, response: members.Access },
    POST: { id: "grantAccess", title: "Share a form with a person", of: "form", load: "write", needs: ["members:write"], audit: ["access.granted"], body: members.GrantAccessBody, idempotencyKey: false, status: 201, response: members.Access, errors: accessRefused },
  },
  "/api/v2/form/{slug}/access/{id}/": {
    PATCH: { id: "updateAccess", title: "Change a person's access to a form", of: "form", load: "write", needs: ["members:write"], audit: ["access.changed"], body: members.UpdateAccessBody, response: members.Access },
    DELETE: { id: "revokeAccess", title: "Stop sharing a form with a person", of: "form", load: "write", needs: ["members:write"], audit: ["access.revoked"] },
  },
});

// biome-ignore format: a table, one row a line
export const invitationEndpoints = group({ tag: "Sign-in", auth: "none" }, {
  "/api/auth/invitation/": {
    GET: { id: "getInvitation", title: "Get an invitation by its link", of: "none", load: "read", query: members.InvitationQuery, response: members.OpenInvitation, errors: notValid },
  },
  "/api/auth/invitation/accept/": {
    POST: { id: "acceptInvitation", title: "Accept an invitation", of: "none", load: "entry", audit: ["invitation.accepted"], body: members.AcceptBody, response: auth.User, creates: true, setsCookie: true, errors: accepting },
  },
  "/api/auth/invitation/decline/": {
    POST: { id: "declineInvitation", title: "Decline an invitation", of: "none", load: "entry", audit: ["invitation.declined"], body: auth.TokenBody, errors: notValid },
  },
  "/api/auth/verify-email/": {
    POST: { id: "verifyEmail", title: "Verify an email address", of: "none", load: "entry", audit: aboutOneself, body: auth.TokenBody, errors: badLink },
  },
  "/api/auth/undo-email/": {
    POST: { id: "undoEmail", title: "Put your email address back", of: "none", load: "entry", audit: aboutOneself, body: auth.TokenBody, response: security.UndoneEmail, errors: badUndo },
  },
  "/api/auth/me/verify-email/": {
    POST: { id: "requestVerification", title: "Send a link that verifies your email address", of: "none", load: "entry", auth: "user", needs: ["oneself"], audit: aboutOneself, errors: noMail },
  },
  "/api/auth/key/": {
    GET: { id: "getOwnKey", title: "Get the API key of the request", of: "workspace", load: "read", auth: "caller", needs: ["any role"], response: auth.OwnKey },
  },
});

// biome-ignore format: a table, one row a line
export const accountEndpoints = group({ tag: "Account", auth: "user" }, {
  "/api/account/api-keys/": {
    GET: { id: "listApiKeys", title: "List API keys", of: "workspace", load: "read", needs: ["account:read"], query: auth.KeysQuery, list: byNameSearched, response: auth.ApiKey },
    POST: { id: "createApiKey", title: "Create an API key", of: "workspace", load: "write", needs: ["keys:write"], audit: ["api_key.created"], body: auth.CreateKeyBody, idempotencyKey: false, status: 201, response: auth.CreatedApiKey },
  },
  "/api/account/api-keys/{id}/": {
    DELETE: { id: "revokeApiKey", title: "Revoke an API key", of: "resource", load: "write", needs: ["keys:write"], audit: ["api_key.revoked"] },
  },
  "/api/account/api-keys/{id}/rotate/": {
    POST: { id: "rotateApiKey", title: "Rotate an API key", of: "resource", load: "write", needs: ["keys:write"], audit: ["api_key.rotated"], body: auth.RotateKeyBody, idempotencyKey: false, status: 201, response: auth.CreatedApiKey, errors: keyEnded },
  },
  "/api/account/usage/": {
    GET: { id: "getUsage", title: "Get API usage", of: "workspace", load: "read", needs: ["account:read"], query: UsageQuery, response: Usage },
  },
  "/api/workspaces/{id}/usage/": {
    GET: { id: "getWorkspaceUsage", title: "Get a workspace's API usage", of: "workspace", namesWorkspace: true, load: "read", auth: "caller", needs: ["account:read"], query: UsageQuery, response: Usage },
  },
  "/api/account/notices/": {
    GET: { id: "listNotices", title: "List notifications", of: "workspace", load: "read", needs: ["member"], query: NoticesQuery, list: byCreated, response: Notice },
  },
  "/api/account/notices/read/": {
    POST: { id: "readNotices", title: "Mark all notifications as read", of: "workspace", load: "write", needs: ["member"], audit: ownChoice },
  },
  "/api/account/notices/{id}/": {
    PATCH: { id: "updateNotice", title: "Mark a notification as read", of: "resource", load: "write", needs: ["member"], audit: ownChoice, body: UpdateNoticeBody, response: Notice },
  },
  "/api/account/deliveries/": {
    GET: { id: "listAccountDeliveries", title: "List the deliveries of all integrations", of: "workspace", load: "read", needs: ["integrations:read"], query: AccountDeliveriesQuery, list: byDelivery, response: Delivery },
  },
});

// biome-ignore format: a table, one row a line
export const auditEndpoints = group({ tag: "Audit log", auth: "caller" }, {
  "/api/workspaces/{id}/audit/": {
    GET: { id: "listAuditEntries", title: "List the audit log", of: "workspace", namesWorkspace: true, load: "read", needs: ["audit:read"], query: audit.AuditQuery, list: byEntry, response: audit.AuditEntry },
  },
  "/api/workspaces/{id}/audit/export/": {
    GET: { id: "exportAuditEntries", title: "Export the audit log", of: "workspace", namesWorkspace: true, load: "transfer", needs: ["audit:read"], audit: ["audit.exported"], query: audit.AuditExportQuery, download: ["application/x-ndjson", "text/csv"] },
  },
});
