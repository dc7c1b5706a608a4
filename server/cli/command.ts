import type { ParseArgsConfig } from 'node:util';
import type { Leads } from '../leads/leads.ts';
import type { Channel, Store } from '../store/store.ts';
import type { Arguments } from './arguments.ts';

/** What a command works with: the leads, and the person in front of it. */
export type Tools = {
  store: Store;
  leads: Leads;
  /** The channels that are configured. */
  channels: Channel[];
  /** Where the inbox is; null when there is none. */
  inbox: string | null;
  /** The terminal's width in characters; undefined when the output goes elsewhere. */
  columns: number | undefined;
  print(text: string): Promise<void>;
  /** Null when there is nobody to ask. */
  confirm: ((question: string) => Promise<boolean>) | null;
};

export type Command = {
  options: NonNullable<ParseArgsConfig['options']>;
  /** Understands what was typed, before any database is opened; throws `UsageError`. */
  prepare(typed: Arguments): (tools: Tools) => Promise<void>;
};

/** It makes sense, yet cannot be done: one sentence, exit code 1. */
export class CannotBeDone extends Error {
  override name = 'CannotBeDone';
}

export const noSuchLead = (ref: string) => new CannotBeDone(`There is no lead with the reference ${ref}.`);
