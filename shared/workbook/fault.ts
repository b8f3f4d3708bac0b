/** Why a workbook isn't read. `unreadable`: damaged, or no workbook. */
export type WorkbookReason = "unreadable" | "too large" | "document type" | "row too large" | "texts too large";

/** Thrown for a workbook that can't be read. Each service words its reason. */
export class WorkbookFault extends Error {
  readonly reason: WorkbookReason;

  constructor(reason: WorkbookReason, cause?: unknown) {
    super(`workbook: ${reason}`, { cause });
    this.reason = reason;
  }
}

/** Returns a fault as it is, and any other error of a parser as `unreadable`. */
export const faultOf = (error: unknown): WorkbookFault =>
  error instanceof WorkbookFault ? error : new WorkbookFault("unreadable", error);
