// Tells code from files with signed transactions, among the operands of `pact send`.

/** Code begins with a bracket; files of code end in `.pact`. */
export const isCodeOperand = (operand: string): boolean => /^\s*\(|\.pact$/.test(operand);
