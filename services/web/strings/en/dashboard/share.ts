/** Getting a form to people. */

export const title = "Share";
export const states = {
  archived: "This form is archived: its link leads nowhere. Bring it back in its settings.",
  unpublished: "This form is not published yet, so its link leads nowhere. Publish it first.",
  closed: "This form is closed: who opens the link is told so.",
  over: "This form has closed: its time is over. Who opens the link is told so.",
  full: "This form has closed: it has as many responses as it may have. Who opens the link is told so.",
  early: "This form is not open yet: who opens the link is told when it opens.",
  open: "This form is open: whoever has the link can answer it.",
};
export const nextSteps = { publish: "To the builder, to publish it", settings: "To the settings" };

export const link = "Link";
export const linkLabel = "Link to the form";
export const copyLink = "Copy link";
export const open = "Open form";
export const hidden = "Hidden fields";
export const hiddenText =
  "What you fill in here goes along in the link and in the code below, and stands with each response. People do not see it as a question.";
export const noHidden =
  "This form has no hidden fields. With them a link can carry what you know already, such as a plan or a customer’s number. They are made in the builder, in the form’s settings.";
export const notInCode = (keys: string): string =>
  `HTML knows no capital letters in names, so the code for other sites cannot carry ${keys}. The link can.`;

export const qr = "QR code";
export const qrText = "It leads to the link above.";
export const qrAlt = (link: string): string => `QR code of ${link}`;
export const qrTooLong = "The link is too long for a QR code.";
export const downloadSvg = "Download SVG";
export const downloadPng = "Download PNG";

export const embed = "On your site";
export const mode = "How it shows";
export const modes = {
  inline: "Within the page",
  popup: "In a popup, by a button",
  slider: "In a slider at the side, by a button",
};
export const button = "Text of the button";
export const buttonHint = "Without one it says “Open the form”.";
export const code = "Code for your page";
export const codeHint = "Put it where the form shall be.";
export const copyCode = "Copy code";
export const embedNobody = "No site may show this form within its page: see Embedding in the settings.";
export const embedSome = (count: number): string =>
  count === 1
    ? "Only one site may show this form within its page."
    : `Only ${count} sites may show this form within their pages.`;
