import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { UpdateMeBody, User } from "../../../../../shared/api/shapes/auth.ts";
import type {
  ChangeEmailBody,
  DeleteMeBody,
  DisableSecondFactorBody,
} from "../../../../../shared/api/shapes/security.ts";
import { dataOf } from "../dataOf.ts";
import { api } from "../service.ts";

/** maximum of a list */
const limit = 100;

export const secondFactorQuery = queryOptions({
  queryKey: ["secondFactor"],
  queryFn: ({ signal }) => dataOf(api.get("/api/auth/second-factor/", { signal })),
});

export const startSecondFactor = (password: string | undefined) =>
  dataOf(api.post("/api/auth/second-factor/", { body: password === undefined ? {} : { password } }));
export const confirmSecondFactor = (code: string) =>
  dataOf(api.post("/api/auth/second-factor/confirm/", { body: { code } }));
export const disableSecondFactor = (body: DisableSecondFactorBody) =>
  dataOf(api.post("/api/auth/second-factor/disable/", { body }));
export const replaceRecoveryCodes = (code: string) =>
  dataOf(api.post("/api/auth/second-factor/recovery-codes/", { body: { code } }));

export const signInsQuery = queryOptions({
  queryKey: ["signIns"],
  queryFn: async ({ signal }) => (await dataOf(api.get("/api/auth/sign-ins/", { query: { limit }, signal }))).results,
});

export const endSignIn = (id: string) => dataOf(api.delete("/api/auth/sign-ins/{id}/", { path: { id } }));
export const endOtherSignIns = () => dataOf(api.post("/api/auth/sign-ins/revoke-others/"));

export const eventsPageSize = 10;

export const eventsQuery = (page: number) =>
  queryOptions({
    queryKey: ["userEvents", page],
    queryFn: ({ signal }) => dataOf(api.get("/api/auth/events/", { query: { page, limit: eventsPageSize }, signal })),
    placeholderData: keepPreviousData,
  });

export const changeEmail = (body: ChangeEmailBody) => dataOf(api.post("/api/auth/me/email/", { body }));
export const deleteMe = (body: DeleteMeBody) => dataOf(api.post("/api/auth/me/delete/", { body }));

export const updateMe = (body: UpdateMeBody): Promise<User> => dataOf(api.patch("/api/auth/me/", { body }));

/** Emails a link that verifies the user's address. */
export const requestVerification = (): Promise<unknown> => dataOf(api.post("/api/auth/me/verify-email/", {}));
