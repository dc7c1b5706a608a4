import type { ParseArgsConfig } from 'node:util';
import type { Db } from '../db/db.ts';
import type { Channel } from '../outbox/channel.ts';
import type { Arguments } from './arguments.ts';

export type Tools = {
  db: Db;
  /** The configured ones. */
  channels: Channel[];
  hasBot: boolean;
  /** The inbox's address; null when there is none. */
  inbox: string | null;
  /** The terminal's width; undefined when the output goes elsewhere. */
  columns: number | undefined;
  print(text: string): Promise<void>;
  /** Null when nobody can be asked. */
  confirm: ((question: string) => Promise<boolean>) | null;
};

export type Command = {
  options: NonNullable<ParseArgsConfig['options']>;
  /** Reads the arguments before any database is opened; throws `UsageError`. */
  prepare(typed: Arguments): (tools: Tools) => Promise<void>;
};

/** One sentence, exit code 1. */
export class CannotBeDone extends Error {
  override name = 'CannotBeDone';
}

export const noSuchLead = (ref: string) => new CannotBeDone(`There is no lead with the reference ${ref}.`);
