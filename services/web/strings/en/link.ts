/** Texts of a personal link that doesn't open its form. */

export const usedTitle = "This link has been used";
export const usedText = "Your answers have been received. Thank you.";
export const expiredTitle = "This link has expired";
export const revokedTitle = "This link isn’t valid anymore";
export const unknownTitle = "This link isn’t valid";
export const askSender = "Ask the person who sent it to you for a new one.";
export const onlyTitle = "This form needs a personal link";
export const onlyText = "Open the link that you got, such as the one in your email.";
