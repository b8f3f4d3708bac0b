const rightToLeft = /^(ar|arc|ckb|dv|fa|he|iw|ks|nqo|pnb|ps|sd|syr|ug|ur|yi)\b|-(Arab|Hebr|Thaa|Syrc|Nkoo|Adlm)\b/i;

/** The direction in which a language (BCP 47) is written. */
export const directionOf = (language: string): "ltr" | "rtl" => (rightToLeft.test(language) ? "rtl" : "ltr");
