/** The link, QR code and embed code of a form. */

export const title = "Share";
export const states = {
  archived: "This form is archived and its link doesn’t work. Restore it in Settings.",
  unpublished: "This form isn’t published, so its link doesn’t work yet.",
  closed: "This form is closed. Visitors see a closed message.",
  over: "This form closed at its closing time. Visitors see a closed message.",
  full: "This form reached its response limit. Visitors see a closed message.",
  early: "This form isn’t open yet. Visitors see when it opens.",
  open: "This form is open. Anyone with the link can respond.",
};
export const nextSteps = { publish: "Open builder", settings: "Open settings" };

export const link = "Link";
export const linkLabel = "Form link";
export const copyLink = "Copy link";
export const open = "Open form";
export const hidden = "Hidden fields";
export const hiddenText =
  "These values are added to the link and the code below, and saved with each response. Respondents don’t see them as questions.";
export const noHidden =
  "This form has no hidden fields. Add them in the builder to pass known data, such as a customer ID, in the link.";
export const notInCode = (keys: string): string =>
  `HTML attributes ignore case, so the code can’t pass ${keys}. The link can.`;

export const qr = "QR code";
export const qrText = "Opens the link above.";
export const qrAlt = (link: string): string => `QR code of ${link}`;
export const qrTooLong = "The link is too long for a QR code.";
export const downloadSvg = "Download SVG";
export const downloadPng = "Download PNG";

export const embed = "Embed";
export const mode = "Display";
export const modes = {
  inline: "Inline",
  popup: "Popup",
  slider: "Slider",
};
export const button = "Button text";
export const buttonHint = "Leave empty for “Open the form”.";
export const code = "Embed code";
export const codeHint = "Paste this where you want the form to appear.";
export const copyCode = "Copy code";
export const embedNobody = "Embedding is off. Change it in Settings > Embedding.";
export const embedSome = (count: number): string =>
  count === 1 ? "Only 1 site can embed this form." : `Only ${count} sites can embed this form.`;
