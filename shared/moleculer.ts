import type { ActionParamTypes, ActionSchema, CallingOptions, Context } from "moleculer";
import type { ActionName, Actions, Meta } from "./contract.ts";
import type { DatabaseService } from "./service.ts";

/** Moleculer's types, narrowed to the contract of shared/contract.ts. */
export type Params<N extends ActionName> = Actions[N]["params"];
export type Result<N extends ActionName> = Actions[N]["result"];

export type Call = <N extends ActionName>(name: N, params: Params<N>, options?: CallingOptions) => Promise<Result<N>>;

export type Ctx<P = unknown> = Omit<Context<P, Meta>, "call"> & { call: Call };

type LocalName<S extends string, N extends string> = N extends `${S}.${infer A}` ? A : never;

/** One action: `export const publish: Action<"forms.publish"> = { params, handler }`; `This` is what its service holds. */
export type Action<N extends ActionName, This = DatabaseService> = Omit<ActionSchema, "handler" | "params"> & {
  params: { [P in keyof Required<Params<N>>]: ActionParamTypes };
  handler(this: This, ctx: Ctx<Params<N>>): Promise<Result<N>> | Result<N>;
};

/** All actions of service `S`, each with a rule for every parameter: a missing or a surplus one does not compile. */
export type ActionsOf<S extends string, This = DatabaseService> = {
  [A in LocalName<S, ActionName>]: Action<`${S}.${A}` & ActionName, This>;
};
