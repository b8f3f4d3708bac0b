import type { ActionParamTypes, ActionSchema, CallingOptions, Context, Service, ServiceBroker } from "moleculer";
import type { Database } from "../platform/database/open.ts";
import type { Timed } from "../platform/deadlines/deadline.ts";
import type { ActionName, Actions, Meta } from "./contract.ts";

/** Moleculer's types, narrowed to the contract (shared/bus/contract.ts). */
export type Params<N extends ActionName> = Actions[N]["params"];
export type Result<N extends ActionName> = Actions[N]["result"];

export type Call = <N extends ActionName>(name: N, params: Params<N>, options?: CallingOptions) => Promise<Result<N>>;

/** Returns a typed `broker.call` for calls outside a request. */
export const callOf =
  (broker: ServiceBroker): Call =>
  (name, params, options) =>
    broker.call(name, params, options);

export type Ctx<P = unknown> = Omit<Context<P, Meta, Timed["locals"]>, "call"> & { call: Call };

/** Members of every service. */
export interface BusService extends Service {
  /** Calls an action outside a request. */
  call: Call;
}

/** A service with its own database schema. */
export interface DatabaseService extends BusService {
  database: Database;
}

type LocalName<S extends string, N extends string> = N extends `${S}.${infer A}` ? A : never;

/** One action: `export const publish: Action<"forms.publish"> = { params, handler }`. `This` is the service's type. */
export type Action<N extends ActionName, This = DatabaseService> = Omit<ActionSchema, "handler" | "params"> & {
  params: { [P in keyof Required<Params<N>>]: ActionParamTypes };
  handler(this: This, ctx: Ctx<Params<N>>): Promise<Result<N>> | Result<N>;
};

/** All actions of service `S`. A missing or an extra parameter rule doesn't compile. */
export type ActionsOf<S extends string, This = DatabaseService> = {
  [A in LocalName<S, ActionName>]: Action<`${S}.${A}` & ActionName, This>;
};
