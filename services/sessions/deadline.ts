import { unavailable } from "../../shared/errors.ts";

/** Unix ms, from `meta.deadline`; none is never late. */
export const isLate = (deadline: number | undefined): boolean => deadline !== undefined && Date.now() > deadline;

/** 503: the step came too late to be applied; sent again, it will be. */
export const tooLate = () =>
  unavailable("The service is busy; the request was not carried out. Please send it again.", 1);
