/** Texts around an owner's notification. They are English, like all emails to owners. */
export const viewResponse = "View response";
/** in a daily email */
export const viewResponses = "View responses";
export const reason = (address: string, title: string): string =>
  `Pathform sent this email to ${address} because it receives the notifications of the form “${title}”.`;
