import type { FunctionComponent } from "preact";
import type { FullOptions } from "../../../../shared/domain/graph/types.ts";

/** Places left of limited options by node and value (wants §22), as read last. Empty for forms without limits. */
export type Left = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** The newest ones. `limited.tsx` draws them, and is loaded only for forms with limits. */
export const places: { left: Left; full?: FullOptions; Limited?: FunctionComponent<never> | undefined } = { left: {} };
