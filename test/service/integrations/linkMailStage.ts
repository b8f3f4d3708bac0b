import { randomUUID } from "node:crypto";
import { expect } from "@jest/globals";
import type { CreateLinkMailBody } from "../../../shared/api/shapes/linkMails.ts";
import type { MailableLink } from "../../../shared/bus/contract/sessions.ts";
import type { Caller } from "../../../shared/bus/contract.ts";
import { jobsNow } from "../../support/jobs.ts";
import { newCaller, newestFirst } from "./broker.ts";
import type { Form } from "./deliveriesStage.ts";
import { until } from "./deliveriesSupport.ts";
import { base, stage } from "./mailStage.ts";

/** Mailings of one account and form, on the stage of emails. */
export interface Study {
  caller: Caller;
  form: Form;
}

export function newStudy(account?: string): Study {
  const caller = { ...newCaller(), ...(account && { account_id: account }), workspace: "Survey office" };
  return { caller, form: stage.newForm(caller) };
}

export function person({ form }: Study, fields: Partial<MailableLink> = {}): MailableLink {
  const link: MailableLink = {
    ...{ id: randomUUID(), form_id: form.id, reference: "Ada", email: `${randomUUID().slice(0, 8)}@example.com` },
    ...{ language: null, hidden: {}, status: "unused", is_answered: false, mail_status: "none", ...fields },
  };
  stage.links.push(link);
  return link;
}

export const send = ({ caller, form }: Study, body: Partial<CreateLinkMailBody> = {}) =>
  stage.call("integrations.sendLinkMails", {
    ...{ caller, slug: form.slug, base_url: base },
    body: { subject: "How was it?", text: "Hello", ...(!body.link_ids && { filter: {} }), ...body },
  });
export const mailing = ({ caller, form }: Study, id: string | null) =>
  stage.call("integrations.getLinkMail", { caller, slug: form.slug, id: id ?? "" });
export const deliveries = async ({ caller, form }: Study, id: string | null) =>
  (
    await stage.call("integrations.listLinkMailDeliveries", {
      caller,
      slug: form.slug,
      id: id ?? "",
      query: { include: "reference" },
      paging: newestFirst,
    })
  ).results;
export const letters = (id: string | null) =>
  stage.query("select link_id, turn, state from integrations.link_letters where mailing_id = $1 order by turn", [id]);
/** Makes waiting letters due. */
export async function hurry(): Promise<void> {
  await stage.query(
    "update integrations.link_letters set due_at = now() - interval '1 second' where state = 'waiting'",
  );
  await stage.query(jobsNow("integrations"));
}
export const untilSent = (study: Study, id: string | null) =>
  until(async () => {
    const found = await mailing(study, id);
    expect(found.status).toBe("done");
    return found;
  });
export const skipped = (study: Study, id: string | null) =>
  until(async () => {
    const [newest] = await deliveries(study, id);
    expect(newest?.status).toBe("skipped");
    return newest?.error_message;
  });
export const noted = (link: MailableLink, status: string) => until(() => expect(link.mail_status).toBe(status));
