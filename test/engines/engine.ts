/** A browser that is controlled over W3C WebDriver or WebDriver BiDi, which share the shape of input actions. */
export interface Engine {
  open(url: string): Promise<void>;
  /** Runs JavaScript in the page or the entered frame, and returns its result through JSON. */
  run(expression: string): Promise<unknown>;
  /** Performs input actions (W3C WebDriver, "Actions"). */
  act(actions: object[]): Promise<void>;
  /** Puts a file into the field that matches the CSS selector. */
  chooseFile(selector: string, path: string): Promise<void>;
  /** Enters the first frame of the page, until the next `open`. */
  enterFrame(): Promise<void>;
  close(): Promise<void>;
}

/** Wraps an expression so that its result survives any protocol: as JSON, also if it is a promise. */
export const asJson = (expression: string): string => `(async () => JSON.stringify((await (${expression})) ?? null))()`;
