// Two-factor authentication of one's own account.
import { ApiError, ask } from "./api";
import type { FactorSecret, RecoveryCodes, SecondFactor } from "./api_types";

export type { FactorSecret, SecondFactor } from "./api_types";

const kPath = "/api/account/second-factor";

export const fetchSecondFactor = (): Promise<SecondFactor> => ask("GET", kPath);
/** A secret for the app. Nothing is on before a code of it is confirmed. */
export const beginSecondFactor = (password: string): Promise<FactorSecret> => ask("POST", kPath, { password });
export const confirmSecondFactor = (code: string): Promise<RecoveryCodes> => ask("PUT", kPath, { code });
export const newRecoveryCodes = (code: string): Promise<RecoveryCodes> => ask("POST", `${kPath}/recovery`, { code });
export const dropSecondFactor = (code: string): Promise<SecondFactor> => ask("POST", `${kPath}/off`, { code });

/** The same request is to come again, with a code. */
export const needsCode = (error: unknown): boolean => error instanceof ApiError && error.refusal.code === "needs-code";
