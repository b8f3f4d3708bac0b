import { byCreated, byDelivery, byName, byNameSearched } from "../lists.ts";
import {
  AttachBody,
  AttachedForm,
  Attachment,
  CallbackQuery,
  ConnectQuery,
  Consent,
  CreateIntegrationBody,
  DeliveriesQuery,
  Delivery,
  DeliveryDetail,
  Integration,
  IntegrationHealth,
  IntegrationTypes,
  ListedDeliveriesQuery,
  ListedDelivery,
  ReplayBody,
  Replayed,
  Retried,
  Tested,
  UpdateAttachmentBody,
  UpdateIntegrationBody,
  WebhookSecret,
} from "../shapes/integrations.ts";
import { CreateMailBody, Mail, UpdateMailBody } from "../shapes/mails.ts";
import { group } from "./endpoint.ts";

/** An account's integrations, their deliveries, and forms' attachments (spec §Account integrations, decisions §7). */
const noClient = {
  409: "The provider isn't configured on this server, or the integration limit is reached.",
} as const;
const noConsent = {
  ...noClient,
  404: "The type doesn't exist or doesn't use OAuth, or the integration doesn't exist.",
} as const;
const badState = {
  ...noClient,
  400: "The state is unknown, used, older than 10 minutes, or another account's.",
} as const;
const byConsent = { 409: "OAuth integrations can't be enabled this way. Connect them." } as const;
const disabled = { 409: "The integration is disabled." } as const;
const notAgain = { 409: "The integration is disabled, the payload was deleted, or it was a test." } as const;
const attached = { 409: "The integration is already attached, or the form's limit is reached." } as const;
/** The 409 of actions that need mail. */
export const mailMissing = "This server can't send email. Ask an administrator to set SMTP_URL.";
const noMail = { 409: mailMissing } as const;
const mailsFull = {
  409: "This server can't send email, or a limit of email notifications is reached.",
} as const;
const quotaUsed = { 409: "The account's integration limit is reached." } as const;

// biome-ignore format: a table, one row a line
export const integrationEndpoints = group({ tag: "Integrations", auth: "caller" }, {
  "/api/integrations/": {
    GET: { id: "listIntegrations", title: "List integrations", of: "workspace", load: "read", needs: ["integrations:read"], list: byNameSearched, response: Integration },
  },
  "/api/integrations/types/": {
    GET: { id: "listIntegrationTypes", title: "List integration types", of: "workspace", load: "read", needs: ["any role"], response: IntegrationTypes },
  },
  "/api/integrations/{type}/": {
    GET: { id: "listIntegrationsOfType", title: "List integrations of a type", of: "workspace", load: "read", needs: ["integrations:read"], list: byNameSearched, response: Integration },
    POST: { id: "createIntegration", title: "Create an integration", of: "workspace", load: "write", needs: ["integrations:write"], audit: ["integration.created"], body: CreateIntegrationBody, status: 201, response: Integration, sendsEvents: true, errors: quotaUsed },
  },
  "/api/integrations/{type}/connect/": {
    GET: { id: "connectIntegration", title: "Start an OAuth authorization", of: "workspace", load: "read", needs: ["integrations:write"], query: ConnectQuery, response: Consent, errors: noConsent },
  },
  // the state and the provider's code work only once
  "/api/integrations/{type}/callback/": {
    GET: { id: "finishConnection", title: "Finish an OAuth authorization", of: "workspace", load: "read", needs: ["any role"], audit: ["integration.connected"], auth: "user", query: CallbackQuery, idempotent: false, status: 302, errors: badState },
  },
  "/api/integrations/{type}/{id}/": {
    PATCH: { id: "updateIntegration", title: "Update an integration", of: "resource", load: "write", needs: ["integrations:write"], audit: ["integration.changed"], body: UpdateIntegrationBody, response: Integration, errors: byConsent },
    DELETE: { id: "deleteIntegration", title: "Delete an integration", of: "resource", load: "write", needs: ["integrations:write"], audit: ["integration.deleted"] },
  },
  "/api/integrations/{type}/{id}/forms/": {
    GET: { id: "listIntegrationForms", title: "List the forms of an integration", of: "resource", load: "read", needs: ["integrations:read"], list: byCreated, response: AttachedForm },
  },
  "/api/integrations/{type}/{id}/health/": {
    GET: { id: "getIntegrationHealth", title: "Get an integration's health", of: "resource", load: "read", needs: ["integrations:read"], response: IntegrationHealth },
  },
  "/api/integrations/{type}/{id}/test/": {
    POST: { id: "testIntegration", title: "Send a test delivery", of: "resource", load: "write", needs: ["integrations:write"], audit: ["integration.tested"], response: Tested },
  },
  "/api/integrations/webhook/{id}/secret/": {
    PUT: { id: "rotateWebhookSecret", title: "Rotate a webhook secret", of: "resource", load: "write", needs: ["integrations:write"], audit: ["integration.secret_rotated"], response: WebhookSecret },
  },
});

// biome-ignore format: a table, one row a line
export const deliveryEndpoints = group({ tag: "Deliveries", auth: "caller" }, {
  "/api/integrations/{type}/{id}/deliveries/": {
    GET: { id: "listDeliveries", title: "List an integration's deliveries", of: "resource", load: "read", needs: ["integrations:read"], query: ListedDeliveriesQuery, list: byDelivery, response: ListedDelivery },
  },
  "/api/integrations/{type}/{id}/deliveries/replay/": {
    POST: { id: "replayDeliveries", title: "Replay deliveries", of: "resource", load: "write", needs: ["integrations:write"], audit: ["deliveries.replayed"], body: ReplayBody, response: Replayed, errors: disabled },
  },
  "/api/integrations/{type}/{id}/deliveries/{delivery_id}/": {
    GET: { id: "getDelivery", title: "Get a delivery with its bodies", of: "resource", load: "read", needs: ["integrations:read", "responses:read"], response: DeliveryDetail },
  },
  "/api/integrations/{type}/{id}/deliveries/{delivery_id}/retry/": {
    POST: { id: "retryDelivery", title: "Retry a delivery", of: "resource", load: "write", needs: ["integrations:write"], audit: ["delivery.retried"], response: Retried, errors: notAgain },
  },
});

// biome-ignore format: a table, one row a line
export const attachmentEndpoints = group({ tag: "Form integrations", auth: "caller" }, {
  "/api/v2/form/{slug}/integrations/": {
    GET: { id: "listAttachments", title: "List a form's integrations", of: "form", load: "read", needs: ["forms:read", "member"], list: byName, response: Attachment },
    POST: { id: "attachIntegration", title: "Attach an integration", of: "form", load: "write", needs: ["forms:write", "responses:read", "integrations:read"], audit: ["attachment.created"], body: AttachBody, status: 201, response: Attachment, errors: attached },
  },
  "/api/v2/form/{slug}/integrations/{id}/": {
    PATCH: { id: "updateAttachment", title: "Update an attachment", of: "form", load: "write", needs: ["forms:write", "responses:read", "integrations:read"], audit: ["attachment.changed"], body: UpdateAttachmentBody, response: Attachment },
    DELETE: { id: "detachIntegration", title: "Detach an integration", of: "form", load: "write", needs: ["forms:write", "responses:read", "integrations:read"], audit: ["attachment.deleted"] },
  },
});

// biome-ignore format: a table, one row a line
export const mailEndpoints = group({ tag: "Form integrations", auth: "caller" }, {
  "/api/v2/form/{slug}/mails/": {
    GET: { id: "listMails", title: "List a form's email notifications", of: "form", load: "read", needs: ["forms:read", "member"], list: byName, response: Mail },
    POST: { id: "createMail", title: "Create an email notification", of: "form", load: "write", needs: ["forms:write", "responses:read", "member"], audit: ["mail.created"], body: CreateMailBody, status: 201, response: Mail, errors: mailsFull },
  },
  "/api/v2/form/{slug}/mails/{id}/": {
    GET: { id: "getMail", title: "Get an email notification", of: "form", load: "read", needs: ["forms:read", "member"], response: Mail },
    PATCH: { id: "updateMail", title: "Update an email notification", of: "form", load: "write", needs: ["forms:write", "responses:read", "member"], audit: ["mail.changed"], body: UpdateMailBody, response: Mail, errors: mailsFull },
    DELETE: { id: "deleteMail", title: "Delete an email notification", of: "form", load: "write", needs: ["forms:write", "responses:read", "member"], audit: ["mail.deleted"] },
  },
  "/api/v2/form/{slug}/mails/{id}/test/": {
    POST: { id: "testMail", title: "Send a test email", of: "form", load: "write", needs: ["forms:write", "responses:read", "member"], audit: ["mail.tested"], response: Tested, errors: noMail },
  },
  "/api/v2/form/{slug}/mails/{id}/deliveries/": {
    GET: { id: "listMailDeliveries", title: "List an email notification's deliveries", of: "form", load: "read", needs: ["forms:read", "member"], query: DeliveriesQuery, list: byDelivery, response: Delivery },
  },
});
