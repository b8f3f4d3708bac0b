import { lazy, type ReactNode, Suspense } from "react";
import { Skeleton } from "../../ui/loaded.tsx";
import type { TableProps } from "../../ui/table.tsx";

// `lazy` loses the type of the rows
const Table = lazy(async () => ({
  default: (await import("../../ui/table.tsx")).Table as unknown as (props: object) => ReactNode,
}));

/** The table of a plot, which loads when it is first shown. */
export const PlotTable = <Row,>(props: TableProps<Row>) => (
  <Suspense fallback={<Skeleton />}>
    <Table {...props} />
  </Suspense>
);
