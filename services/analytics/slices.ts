import { openTimeSlices } from "../../shared/platform/timeSlices.ts";

/** Shared by all exports and figures, so that none blocks the process. Short, because a list needs several ticks between them. */
export const slices = openTimeSlices(undefined, 3);
