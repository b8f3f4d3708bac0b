import { queryOptions } from "@tanstack/react-query";
import type { CreateThemeBody, UpdateThemeBody } from "../../../../../shared/domain/theme/themes.ts";
import { refuseLarge } from "../../../ui/fileSize.ts";
import { dataOf } from "../dataOf.ts";
import { api } from "../service.ts";

export const themesKey = ["themes"];
export const themesPageSize = 20;

export const themesQuery = (page: number) =>
  queryOptions({
    queryKey: [...themesKey, "list", page],
    queryFn: ({ signal }) =>
      dataOf(api.get("/api/v2/theme/", { query: { ordering: "-created", page, limit: themesPageSize }, signal })),
  });

/** Themes to choose from, one page. */
export const themeChoicesQuery = queryOptions({
  queryKey: [...themesKey, "choices"],
  queryFn: ({ signal }) => dataOf(api.get("/api/v2/theme/", { query: { ordering: "name", limit: 100 }, signal })),
});

export const themeQuery = (id: string) =>
  queryOptions({
    queryKey: [...themesKey, "one", id],
    queryFn: ({ signal }) => dataOf(api.get("/api/v2/theme/{id}/", { path: { id }, signal })),
  });

/** Forms with this theme, including archived ones. */
export const formsWithThemeQuery = (id: string) =>
  queryOptions({
    queryKey: ["forms", "withTheme", id],
    queryFn: ({ signal }) => {
      const query = { theme_id: id, is_active: "all" as const, ordering: "title" as const, limit: 20 };
      return dataOf(api.get("/api/v2/form/", { query, signal }));
    },
  });

export const createTheme = (body: CreateThemeBody) => dataOf(api.post("/api/v2/theme/", { body }));
export const updateTheme = (id: string, body: UpdateThemeBody) =>
  dataOf(api.patch("/api/v2/theme/{id}/", { path: { id }, body }));
export const deleteTheme = (id: string) => dataOf(api.delete("/api/v2/theme/{id}/", { path: { id } }));

export const removeImage = (id: string) => dataOf(api.delete("/api/v2/image/{id}/", { path: { id } }));
export const uploadImage = async (file: File) => {
  refuseLarge(file);
  return dataOf(api.post("/api/v2/image/", { file }));
};
