/** The sentences of domain/src/shared/problems.ts in Norwegian bokmål, by reason, with the same {parameters}. */
export const problemsNb: Readonly<Record<string, string>> = {}
