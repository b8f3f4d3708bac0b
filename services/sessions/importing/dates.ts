/** Order of the parts of a date in figures. */
export type DateOrder = "dmy" | "mdy" | "ymd";
