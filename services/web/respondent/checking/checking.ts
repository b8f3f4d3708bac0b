/** Checking, changing and printing all answers, in one chunk. Loaded for forms that offer it. */
export { AfterEnd } from "./afterEnd.tsx";
export { returned } from "./returned.tsx";
export { Review } from "./review.tsx";
