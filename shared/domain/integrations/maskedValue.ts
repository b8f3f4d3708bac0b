/** Stands for the value of a header; no header can have it, so that sent back it can only mean the stored one. */
export const maskedValue = "••••••••";
