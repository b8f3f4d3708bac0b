/** The link, QR code and embed code of a form. */

export const title = "Share";
export const tabs = { link: "Link and embed", people: "People", links: "Personal links", results: "Public results" };
export const states = {
  archived: "This form is archived and its link doesn’t work. Restore it in Settings.",
  unpublished: "This form isn’t published, so its link doesn’t work yet.",
  closed: "This form is closed. Visitors see the closed message.",
  over: "This form closed at its closing time. Visitors see the closed message.",
  full: "This form reached its response limit. Visitors see the closed message.",
  early: "This form isn’t open yet. Visitors see when it opens.",
};
export const nextSteps = { publish: "Open builder", settings: "Open settings", links: "Open personal links" };

export const link = "Link";
export const linkLabel = "Form link";
export const copyLink = "Copy link";
export const open = "Open form";
export const isOpen = "Anyone with the link can respond";
export const onlyPersonal = "Only people with a personal link can respond";
export const onlyPersonalText = "The form’s own link and its embed code don’t let anyone in.";
export const preview = "Preview";
export const previewOf = (version: number, isAhead: boolean): string =>
  `Version ${version}${isAhead ? ", without your unpublished changes" : ""}`;
export const device = "Device";
export const devices = { phone: "Phone", computer: "Computer" };
/** `duration`: such as "1 day" */
export const editable = (duration: string): string =>
  `For ${duration} after sending, people can change their answers on the device they used. No one else can, even with this link.`;
export const hidden = "Hidden fields in the link";
export const hiddenText = "Added to the link and the code below, and saved with each response.";
export const noHidden = "None yet. Add hidden fields in the builder to pass known data, such as a customer ID.";
export const notInCode = (keys: string): string =>
  `HTML attributes ignore case, so the code can’t pass ${keys}. The link can.`;

export const prefill = "Prefill answers";
export const prefillText =
  "Answers that the link above shows, until respondents change them. They’re added after #, so they never reach a server.";
export const noQuestions = "This form has no questions to prefill.";
export const noAnswer = "No answer";
export const rankHint = "Choose in the order of the ranking.";
export const ranked = (rank: number, option: string): string => `${rank}. ${option}`;
export const skip = "Send these answers and start at the next question";

export const qr = "QR code";
export const qrText = "For posters, slides and table cards. It works as long as the link stays the same.";
export const qrAlt = (link: string): string => `QR code of ${link}`;
export const qrTooLong = "The link is too long for a QR code.";
export const svg = "SVG";
export const png = "PNG";
export const downloadSvg = "Download SVG";
export const downloadPng = "Download PNG";

export const embed = "Embed";
export const mode = "Display";
export const modes = {
  inline: { title: "Inline", text: "Part of the page" },
  popup: { title: "Popup", text: "Opens on click" },
  slider: { title: "Slider", text: "Slides in from the side" },
};
export const button = "Button text";
export const buttonHint = "Leave empty for “Open the form”.";
export const code = "Embed code";
export const codeHint = "Paste this where you want the form to appear.";
export const copyCode = "Copy code";
export const embedNobody = "Embedding is off. Change it in Settings > Embedding.";
export const embedSome = (count: number): string =>
  count === 1 ? "Only 1 site can embed this form." : `Only ${count} sites can embed this form.`;

export const resultsPage = "Results page";
export const personalHidden = "Personal data is never shown";
export const typeHidden = (type: string): string => `${type} answers are never shown`;
export const resultsText =
  "A page with charts of the answers, for everyone with its link. Texts, files and dates are never shown. Questions with fewer than 5 answers and figures of fewer than 3 people aren’t shown.";
export const resultsLink = "Link to the results";
export const copyResultsLink = "Copy link";
export const resultsOn = "Public";
export const resultsOff = "Not public";
export const resultsPreview = "Results page as visitors see it";
export const openResults = "Open results";
export const resultsTitle = "Heading";
export const resultsOf = (title: string): string => `Results: ${title}`;
export const resultsQuestions = "Questions to show";
export const allQuestions = "All, and those added later";
export const noneToShow = "This form has no questions with charts.";
export const resultsEnd = "Show until (optional)";
export const publishResults = "Publish results";
export const saveResults = "Save";
export const resultsSaved = "Public results saved.";
export const removeResults = "Remove public results";
export const confirmRemoval = "Remove";
export const removeResultsText = "Their link stops working. If you publish results again, they get another link.";
export const resultsRemoved = "Public results removed.";
