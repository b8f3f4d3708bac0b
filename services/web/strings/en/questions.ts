/** What every question says to respondents beside what its owner wrote. */

export const required = "required";
export const loading = "Loading the question …";
