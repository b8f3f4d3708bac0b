import { openTimeSlices } from "../../shared/platform/timeSlices.ts";

/** Shared by all steps and calculations of sessions, so that none blocks the process. */
export const slices = openTimeSlices();
