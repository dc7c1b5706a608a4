import type { Config } from '../config.ts';
import type { Db } from '../db/db.ts';
import { leadByRef } from '../leads/find.ts';
import type { Lead } from '../leads/lead.ts';

export type Tools = {
  db: Db;
  config: Config;
  /** The terminal's width; undefined when the output goes elsewhere. */
  columns: number | undefined;
  print(text: string): Promise<void>;
  /** Null when nobody can be asked. */
  confirm: ((question: string) => Promise<boolean>) | null;
};

/** `args`: what follows its name. */
export type Command = (args: string[], tools: Tools) => Promise<void>;

/** Printed as a sentence, without a stack. */
export class CommandError extends Error {}

/** For `parseArgs`. */
export const text = { type: 'string' } as const;
export const flag = { type: 'boolean' } as const;

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

export async function leadNamed(db: Db, [ref, ...more]: readonly string[]): Promise<Lead> {
  if (ref === undefined) throw new CommandError('The reference is missing, for example K7Q2-9F3D.');
  if (more.length > 0) throw new CommandError('One reference at a time, please.');
  const lead = await leadByRef(db, ref);
  if (!lead) throw noSuchLead(ref);
  return lead;
}

export const noSuchLead = (ref: string) => new CommandError(`There is no lead with the reference ${ref}.`);
