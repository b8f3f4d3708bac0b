import type { ActionParamSchema, ActionSchema, CallingOptions, Context, Service } from "moleculer";
import type { ActionName, Actions, Meta } from "./contract.ts";

/** Moleculer's types, narrowed to the contract of shared/contract.ts. */
export type Params<N extends ActionName> = Actions[N]["params"];
export type Result<N extends ActionName> = Actions[N]["result"];

export type Call = <N extends ActionName>(name: N, params: Params<N>, options?: CallingOptions) => Promise<Result<N>>;

export type Ctx<P = unknown> = Omit<Context<P, Meta>, "call"> & { call: Call };

type LocalName<S extends string, N extends string> = N extends `${S}.${infer A}` ? A : never;
type ActionOf<S extends string, A extends string> = `${S}.${A}` & ActionName;

/** All actions of service `S`, each with a rule for every parameter: a missing or a surplus one does not compile. */
export type ActionsOf<S extends string> = {
  [A in LocalName<S, ActionName>]: Omit<ActionSchema, "handler" | "params"> & {
    params: { [P in keyof Required<Params<ActionOf<S, A>>>]: ActionParamSchema | string };
    handler(this: Service, ctx: Ctx<Params<ActionOf<S, A>>>): Promise<Result<ActionOf<S, A>>> | Result<ActionOf<S, A>>;
  };
};

/** A broker or service, as far as other code may call through it. */
export interface Caller {
  call: Call;
}
