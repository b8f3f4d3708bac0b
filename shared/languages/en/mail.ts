/** Texts of emails to respondents, around the owner's own, and of the pages that their links open. */
export const mail = {
  /** Below a copy of the respondent's answers. */
  copyReason:
    "Pathform sent this email because someone entered this address in the form “{title}”. If it wasn’t you, ignore this email.",
  rest: "The rest isn’t shown.",
  file: "File {number}",
  /** In place of a drawing. */
  signed: "Signed",
  /** Button of an invitation, and the text below it. */
  answer: "Answer the form",
  invitationReason: "You receive this email because {workspace} invited you to answer the form “{title}”.",
  reminder: "Reminder: {subject}",
  reminderReason:
    "You receive this reminder because {workspace} invited you to answer the form “{title}”. Your answers haven’t arrived yet.",
  /** An email that continues a response on another device. */
  resume: "Continue where you left off",
  resumeSubject: "Continue where you left off: {title}",
  resumeText: "Open this link to continue where you left off. It works once, for 30 days.",
  resumeReason:
    "You receive this email because someone asked for this link in the form “{title}”. If it wasn’t you, ignore it.",
  unsubscribe: "Unsubscribe",
  unsubscribeTitle: "Unsubscribe?",
  unsubscribeText: "{address} won’t get further invitations from {workspace}.",
  unsubscribedTitle: "Unsubscribed",
  unsubscribedText: "{address} gets no more invitations from {workspace}.",
  expiredTitle: "Link expired",
  expiredText: "Use the link in the latest email.",
  busyTitle: "The service is busy",
  busyText: "Try again in a minute.",
};
