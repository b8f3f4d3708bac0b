/** A page's single keys. */

export const keys = "Keys";
export const help = ["?", "Shows these keys"] as const;
export const areOn = "Single keys work in this browser";
export const close = "Close";
