import type { Config } from '#server/config/config.ts';
import type { Db, Queries } from '#server/db/db.ts';
import { findLeadRecord, type LeadRecord } from '#server/leads/find.ts';

export type Tools = {
  db: Db;
  config: Config;
  /** Undefined without a terminal. */
  columns: number | undefined;
  print(text: string): Promise<void>;
  /** Null without a terminal. */
  confirm: ((question: string) => Promise<boolean>) | null;
};

export type Command = (args: string[], tools: Tools) => Promise<void>;

/** The message is printed without a stack trace. */
export class CommandError extends Error {}

/** For `parseArgs`. */
export const textOption = { type: 'string' } as const;
export const flagOption = { type: 'boolean' } as const;

export function oneOf<Choice extends string>(
  what: string,
  typed: string | undefined,
  choices: readonly Choice[],
): Choice | undefined {
  const choice = choices.find((each) => each === typed);
  if (typed !== undefined && !choice)
    throw new CommandError(`${what} must be one of ${choices.join(', ')}, not '${typed}'.`);
  return choice;
}

export async function requireLead(db: Queries, [ref, ...more]: readonly string[]): Promise<LeadRecord> {
  if (ref === undefined) throw new CommandError('The reference is missing, for example K7Q2-9F3D.');
  if (more.length > 0) throw new CommandError('One reference at a time, please.');
  const lead = await findLeadRecord(db, ref);
  if (!lead) throw new CommandError(`There is no lead with the reference ${ref}.`);
  return lead;
}
