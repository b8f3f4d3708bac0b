/** What the respondent's page says around the questions. */

export const back = "Back";
export const continueLabel = "Continue";
export const saving = "Saving …";
export const loading = "Loading …";
export const loadFailedTitle = "The form could not be loaded";
export const loadFailedText = "This page tries again by itself. Nothing that you have answered is lost.";
export const progress = "Progress";
export const startAgain = "Start again";
export const retry = "Try again now";

export const conflict =
  "This question has another answer from another tab or device. Continue to keep the one that is shown here.";

/** Answers that the service does not have yet. */
export const unsent = (count: number): string =>
  count === 1 ? "1 answer not sent yet" : `${count} answers not sent yet`;
export const offline = "You are offline. You can go on answering: what you answer is kept and sent later.";
export const notKept = "Please keep this page open until your answers are sent: this browser keeps nothing.";

export const resumeTitle = "Welcome back";
export const resumeText = "You have begun to answer this form. Do you want to go on where you stopped?";
export const resumeContinue = "Continue";

export const elsewhereTitle = "This form is open in another tab";
export const elsewhereText = "To answer it here instead, continue here. The answers that you have given stay.";
export const elsewhereContinue = "Continue here";

export const closedTitle = "This form is closed";
export const closedText = "It takes no more answers.";
export const fullTitle = "This form is full";
export const fullText = "As many answers as it takes have arrived.";
export const notOpenTitle = "This form is not open yet";
export const notOpenText = (time: string): string => `It opens on ${time}.`;
export const notFoundTitle = "There is no such form";
export const notFoundText = "Please check the link, or ask whoever sent it to you.";
export const deletedTitle = "Your response was deleted";
export const deletedText = "To answer the form again, reload the page.";
export const unsupportedTitle = "This form cannot be shown";
export const unsupportedText = "It is newer than this page. Please load the page again.";
export const busyTitle = "Please try again in a moment";
export const busyText = "There is more to do than can be done at once. Nothing that you have answered is lost.";
export const answersKept = "What you have answered is kept on this device.";

export const noScript = "To answer this form, please allow JavaScript for this page.";

export const documentTitle = "Form";
