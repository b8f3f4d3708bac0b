/** Texts of the respondent page around the questions. */

export const back = "Back";
export const next = "Next";
export const continueLabel = "Continue";
/** of a welcome screen without an own text */
export const start = "Start";
/** Before the name of the key. */
export const orPress = "or press";
export const enterKey = "Enter ↵";
export const enterInText = "Ctrl + Enter";
export const saving = "Saving…";
export const loading = "Loading…";
export const loadFailedTitle = "Couldn’t load the form";
export const loadFailedText = "We’ll keep trying. Your answers are safe.";
export const progress = "Progress";
/** A page has the numbers of its first and last question. */
export const questionCount = (first: number, last: number, total: number): string =>
  `${first === last ? `Question ${first}` : `Questions ${first}–${last}`} of about ${total}`;
export const credit = "Made with Pathform";
export const startAgain = "Start again";
export const retry = "Try again now";

export const conflict =
  "You gave a different answer in another tab or on another device. Continue to keep the answer shown here.";

/** Answers that the service hasn't confirmed. */
export const unsent = (count: number): string =>
  count === 1 ? "1 answer not sent yet" : `${count} answers not sent yet`;
export const offline = "You’re offline. Keep answering. We’ll send your answers when you’re back online.";
/** Nothing can be answered at the moment. */
export const offlineWaiting = "You’re offline. We’ll send your answers when you’re back online.";
export const notKept = "Keep this page open until your answers are sent. This browser can’t save them.";

/** The answers are given, but not all are sent. */
export const sendingTitle = "Sending your answers…";
export const sendingText = "Keep this page open.";

export const resumeTitle = "Welcome back";
export const resumeText = "Continue where you left off?";
export const resumeContinue = "Continue";

export const elsewhereTitle = "This form is open in another tab";
export const elsewhereText = "Continue here to answer it in this tab. Your answers are kept.";
export const elsewhereContinue = "Continue here";

export const closedTitle = "This form is closed";
export const closedText = "It no longer accepts responses.";
export const fullTitle = "This form has reached its limit";
export const fullText = "It no longer accepts responses.";
export const notOpenTitle = "This form isn’t open yet";
export const notOpenText = (time: string): string => `It opens on ${time}.`;
export const notFoundTitle = "Form not found";
export const notFoundText = "Check the link, or ask the person who sent it to you.";
export const deletedTitle = "Your response was deleted";
export const deletedText = "To answer the form again, reload the page.";
export const unsupportedTitle = "Can’t show this form";
export const unsupportedText = "This page is out of date. Reload it.";
export const busyTitle = "Try again in a moment";
export const busyText = "The service is busy. Your answers are safe.";
export const answersKept = "Your answers are saved on this device.";

export const noScript = "Allow JavaScript on this page to answer the form.";

export const documentTitle = "Form";
/** of a link to a form that says nothing about itself */
export const linkText = "Fill out this form online.";
