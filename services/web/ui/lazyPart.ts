import { type ComponentType, lazy } from "react";

/** Returns the component of that name. Its module loads when the component is first shown. */
export const lazyPart = <
  Name extends string,
  // biome-ignore lint/suspicious/noExplicitAny: props of any kind, as React's own type says
  Parts extends Readonly<Record<Name, ComponentType<any>>>,
>(
  load: () => Promise<Parts>,
  name: Name,
) => lazy(async () => ({ default: (await load())[name] }));
