const rightToLeft = /^(ar|arc|ckb|dv|fa|he|iw|ks|nqo|pnb|ps|sd|syr|ug|ur|yi)\b|-(Arab|Hebr|Thaa|Syrc|Nkoo|Adlm)\b/i;

/** Returns the writing direction of a language (BCP 47). */
export const directionOf = (language: string): "ltr" | "rtl" => (rightToLeft.test(language) ? "rtl" : "ltr");
