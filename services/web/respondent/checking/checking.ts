/** What respondents do with all their answers, in one chunk: check, change and print them. Loaded for forms that offer it. */
export { AfterEnd } from "./afterEnd.tsx";
export { returned } from "./returned.tsx";
export { Review } from "./review.tsx";
