import type { Call, Params, Result } from "../../shared/bus/calls.ts";
import type { ActionName, Tagged } from "../../shared/bus/contract.ts";
import type { JsonText } from "../../shared/domain/json.ts";

/** Parses results that services return as JSON text (shared/domain/json.ts). */
type Plain<T> =
  T extends Tagged<infer V> ? Tagged<Plain<V>> : T extends { readonly of?: infer V } & string ? NonNullable<V> : T;

export type PlainCall = <N extends ActionName>(
  name: N,
  params: Params<N>,
  options?: Parameters<Call>[2],
) => Promise<Plain<Result<N>>>;

export const plainCall =
  (call: Call): PlainCall =>
  async (name, params, options) =>
    plain(await call(name, params, options)) as never;

function plain(result: unknown): unknown {
  if (typeof result === "string") return JSON.parse(result as JsonText<unknown>);
  if (typeof result !== "object" || result === null || !("etag" in result && "value" in result)) return result;
  return { ...result, value: plain(result.value) };
}
