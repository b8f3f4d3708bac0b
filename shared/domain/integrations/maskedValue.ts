/** Replaces a header's value in responses. Sent back, it keeps the stored value. It isn't a valid header value. */
export const maskedValue = "••••••••";
