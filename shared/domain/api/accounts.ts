import { byCreated, byDelivery, byName } from "../lists.ts";
import * as auth from "../shapes/auth.ts";
import { AccountDeliveriesQuery, Delivery, Notice, NoticesQuery, UpdateNoticeBody } from "../shapes/integrations.ts";
import { Usage, UsageQuery } from "../shapes/usage.ts";
import { group } from "./endpoint.ts";

/** Sign-in, and an account's API keys, notifications and usage (decisions §2). */
const emailTaken = { 409: "The email is already registered." } as const;
const wrongSignIn = { 401: "Wrong email or password." } as const;
const noMail = { 409: "This server can't send email." } as const;
const badToken = { 400: "The token is invalid, used or older than an hour." } as const;

// biome-ignore format: a table, one row a line
export const signInEndpoints = group({ tag: "Sign-in", auth: "none" }, {
  "/api/auth/options/": {
    GET: { id: "getSignInOptions", title: "Get sign-in options", response: auth.EntryOptions },
  },
  "/api/auth/register/": {
    POST: { id: "register", title: "Register an account", body: auth.RegisterBody, status: 201, response: auth.User, setsCookie: true, errors: emailTaken },
  },
  "/api/auth/login/": {
    POST: { id: "login", title: "Sign in", body: auth.LoginBody, response: auth.User, setsCookie: true, errors: wrongSignIn },
  },
  "/api/auth/logout/": {
    POST: { id: "logout", title: "Sign out", setsCookie: true },
  },
  "/api/auth/forgot/": {
    POST: { id: "forgotPassword", title: "Request a password reset", body: auth.ForgotBody, errors: noMail },
  },
  "/api/auth/reset/": {
    POST: { id: "resetPassword", title: "Reset the password", body: auth.ResetBody, errors: badToken },
  },
  "/api/auth/me/": {
    GET: { id: "getMe", title: "Get the signed-in user", auth: "owner", response: auth.User },
    PATCH: { id: "updateMe", title: "Update name or password", auth: "user", body: auth.UpdateMeBody, response: auth.User },
  },
});

// biome-ignore format: a table, one row a line
export const accountEndpoints = group({ tag: "Account", auth: "user" }, {
  "/api/account/api-keys/": {
    GET: { id: "listApiKeys", title: "List API keys", list: byName, response: auth.ApiKey },
    POST: { id: "createApiKey", title: "Create an API key", body: auth.CreateKeyBody, idempotencyKey: false, status: 201, response: auth.CreatedApiKey },
  },
  "/api/account/api-keys/{id}/": {
    DELETE: { id: "revokeApiKey", title: "Revoke an API key" },
  },
  "/api/account/usage/": {
    GET: { id: "getUsage", title: "Get API usage", query: UsageQuery, response: Usage },
  },
  "/api/account/notices/": {
    GET: { id: "listNotices", title: "List notifications", query: NoticesQuery, list: byCreated, response: Notice },
  },
  "/api/account/notices/read/": {
    POST: { id: "readNotices", title: "Mark all notifications as read" },
  },
  "/api/account/notices/{id}/": {
    PATCH: { id: "updateNotice", title: "Mark a notification as read", body: UpdateNoticeBody, response: Notice },
  },
  "/api/account/deliveries/": {
    GET: { id: "listAccountDeliveries", title: "List the deliveries of all integrations", query: AccountDeliveriesQuery, list: byDelivery, response: Delivery },
  },
});
