import { texts } from "../../domain/texts.ts";
import { sentPersonal } from "./integrations.texts.ts";
import { CreateMailBody, Mail, UpdateMailBody } from "./mails.ts";

const common = {
  name: "Name for the owner, such as “Tell the team”.",
  event: "Event that sends the email.",
  to: "Addresses that get the email. Null if the respondent gets a copy.",
  include_answers: "Lists all answers below the text.",
  digest: "`daily` sends one email a day about all responses.",
  is_enabled: "False to send nothing.",
  translations: [
    "Subject and text by language tag, for copies to respondents who answer in that language.",
    { subject: "Subject in this language, with recalls.", text: "Text in this language, with recalls." },
  ],
} as const;

const recalls =
  "Recalls answers and hidden fields as in a question's title, and `{{form:title}}`. Emails to fixed addresses also recall `{{response:url}}`.";

/** Texts of the API about the properties of mails.ts. */
export const mailsTexts = [
  texts([CreateMailBody, UpdateMailBody], {
    ...common,
    subject: recalls,
    text: recalls,
    to_node_id: "An email question. The respondent gets a copy.",
    reply_to_node_id: "An email question. Replies go to the respondent.",
    condition: "Events of sessions that don't satisfy it aren't sent. Every comparison needs a `left`.",
    personal: sentPersonal,
  }),
  texts(Mail, {
    id: "ID of the email notification.",
    ...common,
    to_node_id: "Email question whose answer gets a copy. Null if `to` is set.",
    reply_to_node_id: "Email question whose answer is the Reply-To. Null for none.",
    subject: "Subject, with recalls.",
    text: "Text above the answers, with recalls.",
    condition: "Sends only about sessions that match. Null for all.",
    personal: sentPersonal,
    status: "pending: an address isn't confirmed yet. stopped: every recipient has unsubscribed.",
    created: "Time when the notification was created.",
  }),
];
