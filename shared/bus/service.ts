import type { Context, ServiceSchema } from "moleculer";
import type { Database, SchemaOptions } from "../platform/database/open.ts";
import { keepDeadline } from "../platform/deadlines/onArrival.ts";
import type { Loop } from "../platform/loop.ts";
import { type ActionsOf, type BusService, callOf, type DatabaseService } from "./calls.ts";
import type { ActionName } from "./contract.ts";

export type { BusService, DatabaseService };

type ServiceName<N extends string = ActionName> = N extends `${infer S}.${string}` ? S : never;

/** What a service is: the actions of its contract, and what it opens and closes around them. `This` is what it holds. */
export interface Definition<S extends string, This extends BusService> {
  name: S;
  mixins?: ServiceSchema["mixins"];
  settings?: Record<string, unknown>;
  actions: ActionsOf<S, This>;
  events?: Record<string, (this: Partial<This>) => void>;
  /** its part of the database: `this.database` is open from before `started` until after `stopped` */
  schema?: SchemaOptions;
  /** Before anything is started. */
  created?(this: This): void;
  started?(this: This): Promise<void> | void;
  /** What runs beside the actions, from the end of `started` to the beginning of `stopped`. */
  loops?(this: This): Loop[];
  /** The end of the process begins: resolves when no client waits for an answer any more (shared/platform/ops/drain.ts). */
  drain?(this: This): Promise<void>;
  /** Also after a start that did not get to its end: then what it would have opened is missing. */
  stopped?(this: Partial<This>): Promise<void> | void;
}

interface Opened {
  database?: Database;
  loops?: Loop[];
}

/** A Moleculer service out of its definition. Its actions refuse what comes after its deadline (deadline.ts). */
export function defineService<S extends ServiceName | "gateway", This extends BusService = DatabaseService>(
  definition: Definition<S, This>,
): ServiceSchema<object, object, object, This & Opened> {
  const { schema, created, started, loops, drain, stopped, ...rest } = definition;
  return {
    ...rest,
    hooks: { before: { "*": (context: Context) => keepDeadline(context) } },
    methods: drain ? { drain } : {},
    created() {
      this.call = callOf(this.broker);
      created?.call(this);
    },
    async started() {
      if (schema) {
        // imported here: a gateway has no database, and starts in three quarters of the time without its packages
        const { openDatabase } = await import("../platform/database/open.ts");
        this.database = await openDatabase(schema, this.logger);
      }
      await started?.call(this);
      this.loops = loops?.call(this) ?? [];
    },
    async stopped() {
      await Promise.all((this.loops ?? []).map((loop) => loop.stop()));
      await stopped?.call(this);
      if (schema) await this.database?.close();
    },
  };
}
