import { texts } from "../../domain/texts.ts";
import { period } from "./filters.texts.ts";
import * as integrations from "./integrations.ts";

const { from, to } = period("Attempts");

export const sentPersonal =
  "`omit` leaves out answers to questions that are personal data, hidden fields, the reference and the user agent. Scores stay.";

/** Texts of the API about the properties of integrations.ts. */
export const integrationsTexts = [
  texts(integrations.CreateIntegrationBody, {
    name: "Name for the owner, such as “Our CRM”.",
    config: "Settings of this type, with its secrets.",
  }),
  texts(integrations.UpdateIntegrationBody, {
    name: "Name for the owner, such as “Our CRM”.",
    config: "Only changed fields. Null clears a field.",
    status: "`connected` enables a disabled integration.",
  }),
  texts(integrations.HealthHour, {
    hour: "Start of the hour.",
    delivered: "Successful deliveries in this hour.",
    failed: "Failed deliveries in this hour.",
  }),
  texts(integrations.IntegrationHealth, {
    delivered: "Successful deliveries in the period.",
    failed: "Failed deliveries in the period.",
    pending: "Deliveries that wait for their next attempt, counted up to 10,000.",
    hours: "The same numbers by hour, the oldest first.",
  }),
  texts(Object.values(integrations.integrationRecords), {
    id: "ID of the integration.",
    type: "Type of the integration.",
    name: "Name for the owner, such as “Our CRM”.",
    config: "Settings of this type. Secrets are masked.",
    status: "`connected` delivers events. `not_connected` waits for an authorization. `disabled` delivers nothing.",
    created: "Time when the integration was created.",
    modified: "Time when its settings last changed.",
    last_delivery: [
      "The newest delivery. Null before the first one.",
      { status: "Result of that delivery.", created: "Time of that delivery's last attempt." },
    ],
    health: [
      "Only in lists.",
      {
        delivered: "Successful deliveries in the last 24 hours.",
        failed: "Failed deliveries in the last 24 hours.",
        pending: "Deliveries that wait for their next attempt, counted up to 10,000.",
      },
    ],
  }),
  texts(integrations.IntegrationTypeDetail, {
    type: "Name of the type, for paths and requests.",
    title: "Name for owners.",
    auth: "How the integration signs in: by a secret, by OAuth or not at all.",
    is_configured: "False if an administrator must set the type's OAuth client first.",
    fields: [
      "Settings of the type, in the order of the dashboard's form.",
      {
        name: "Key in `config`.",
        title: "Label of the field.",
        description: "Help below the field.",
        type: "Kind of the value.",
        is_secret: "True if the value is only ever shown masked.",
        is_required: "True if the integration needs the value.",
        default: "Any JSON value. null if there is none.",
      },
    ],
  }),
  texts(integrations.ConnectQuery, {
    name: "Name of the new integration. Defaults to the type's title.",
    return_to: "Path of the page that the browser returns to afterward.",
    integration_id: "Connects this integration again instead of creating one.",
  }),
  texts(integrations.Consent, { url: "The provider's page where the owner authorizes Pathform." }),
  texts(integrations.CallbackQuery, {
    state: "State that `connect` gave to the provider.",
    code: "Authorization code of the provider.",
    error: "Error of the provider, such as `access_denied`.",
    iss: "The provider's issuer (RFC 9207).",
  }),
  texts([integrations.AttachBody, integrations.UpdateAttachmentBody], {
    is_enabled: "False to send no events.",
    events: "Events that are sent.",
    notify_on_failure: "Emails the owner when the last attempt of a delivery fails.",
    condition: "Events of sessions that don't satisfy it aren't sent. Every comparison needs a `left`.",
    personal: sentPersonal,
    integration_id: "ID of the attached integration.",
  }),
  texts(integrations.Attachment, {
    id: "ID of the attachment.",
    integration_id: "ID of the attached integration.",
    integration_name: "Name of the integration.",
    integration_type: "Type of the integration.",
    events: "Events that are sent.",
    is_enabled: "False to send no events.",
    notify_on_failure: "Emails the owner when the last attempt of a delivery fails.",
    condition: "Sends only events of sessions that match. Null for all.",
    personal: sentPersonal,
    created: "Time when it was attached.",
  }),
  texts(integrations.AttachedForm, {
    slug: "Slug of the form.",
    title: "Title of the form.",
    is_active: "False if the form is archived.",
    attachment_id: "ID of the attachment.",
    events: "Events that are sent.",
    is_enabled: "False if the attachment sends nothing.",
    created: "Time when the integration was attached.",
  }),
  texts([integrations.Delivery, integrations.DeliveryDetail, integrations.ListedDelivery], {
    id: "ID of the attempt.",
    integration_id: "ID of the integration.",
    integration_name: "Name of the integration at the time.",
    integration_type: "Type of the integration.",
    event: "Event that was delivered.",
    status: "`skipped` was left out by a condition.",
    response_code: "HTTP status of the receiver. Null if it didn't respond.",
    duration_ms: "Duration of the attempt in ms.",
    created: "Time of the attempt.",
    attempt: "Number of the attempt, starting at 1.",
    next_attempt_at: "Time of the next attempt. Null if there is none.",
    error_message:
      "Reason of the failure. Null after a success. Without `responses:read`, the receiver's text is left out.",
    session_id: "ID of the session. Null for tests, and without `responses:read`.",
    event_id: "ID of the event. Receivers get it as `webhook-id` with every attempt.",
    form_slug: "Slug of the form. Null for tests.",
    form: "Form whose event it was. Null for tests. Only with `include=form`.",
    request_headers: "Headers that were sent, without secrets.",
    request_body: "Body that was sent. Null once it was erased.",
    response_headers: "Headers of the receiver's response.",
    response_body: "Start of the receiver's response.",
  }),
  texts(integrations.DeliveredForm, {
    slug: "Slug of the form, as it is now.",
    title: "Title of the form, as it is now.",
  }),
  texts([integrations.DeliveriesQuery, integrations.AccountDeliveriesQuery, integrations.ListedDeliveriesQuery], {
    include: "`form` adds the form of each delivery.",
    status: "Only attempts with this result.",
    event: "Only deliveries of this event.",
    from_date: from,
    to_date: to,
    integration_id: "Only deliveries of this integration.",
  }),
  texts(integrations.ReplayBody, {
    status: "Replays only attempts with this result.",
    event: "Replays only this event.",
    from_date: "Replays attempts on or after this time.",
    to_date: "Replays attempts on or before this time.",
  }),
  texts(integrations.Tested, {
    success: "True if the receiver accepted the test.",
    response_code: "HTTP status of the receiver. Null if it didn't respond.",
    duration_ms: "Duration of the test in ms.",
    error_message: "Reason of the failure. Null after a success.",
  }),
  texts(integrations.Retried, { queued: "True if the delivery is queued." }),
  texts(integrations.Replayed, { queued_count: "Number of deliveries that were queued again." }),
  texts(integrations.WebhookSecret, {
    secret_key: "Key that signs deliveries (Standard Webhooks). It is shown only in this response.",
  }),
  texts([integrations.Notice, integrations.UpdateNoticeBody], {
    id: "ID of the notification.",
    kind: "Kind of the notification.",
    message: "The notification in words.",
    integration_id: "Integration that it is about. Null if it is about none.",
    form_slug: "Form that it is about. Null if it is about none.",
    created: "Time of the notification.",
    is_read: "True once it was marked as read.",
  }),
  texts(integrations.NoticesQuery, { is_read: "Only read or unread notifications." }),
];
