/** The provider's tools: `npm run -s leads -- help`. Works beside a running server. */
import { existsSync } from 'node:fs';
import { readConfig } from '../config.ts';
import { DatabaseUnavailable } from '../db/db.ts';
import { openDatabase, sqliteFile } from '../db/open.ts';
import { loadEnvFile } from '../environment.ts';
import { inboxAddress } from '../inbox/access.ts';
import { configuredChannels } from '../outbox/channel.ts';
import { trustedProxies } from '../submissions/client-address.ts';
import { Arguments, UsageError } from './arguments.ts';
import { CannotBeDone, type Command, type Tools } from './command.ts';
import { erase } from './erase.ts';
import { exportLeads } from './export.ts';
import { list } from './list.ts';
import { note } from './note.ts';
import { confirm, print } from './output.ts';
import { resend } from './resend.ts';
import { show } from './show.ts';
import { signIn } from './sign-in.ts';
import { stats } from './stats.ts';
import { status } from './status.ts';

const commands: Record<string, Command> = {
  ...{ list, show, note, status, stats },
  ...{ export: exportLeads, resend, erase },
  'sign-in': signIn,
};

const help = `Usage: npm run -s leads -- COMMAND

  list                   lists the newest leads
    --find TEXT            any part of the name, phone (in any format), email, message or reference
    --status STATUS        new, contacted, consultation, client or lost; excludes spam
    --source NAME          only from this source: telegram, instagram, direct, …; - for unknown
    --campaign NAME        only through this link; - for no link
    --since WHEN           only from this day on (2026-11-01), or from the last 7d or 24h
    --until WHEN           only up to the end of this day, or older than 7d or 24h
    --spam                 only suspected spam
    --dead                 only leads that a channel failed to deliver; inspect with show, retry with resend
    --limit N              at most this many (default: 50)
  show REF               shows one lead with its deliveries and history
  note REF TEXT          adds a note to a lead
  status REF STATUS      sets the status: new, contacted, consultation, client or lost
  export                 writes all leads to standard output, newest first
    --format csv|jsonl     csv for spreadsheets (default), jsonl for programs
    --language uz|en|ru    headings in this language instead of field names
    --separator ","|";"    default: what Excel expects, a semicolon in uz and ru, otherwise a comma
    --find, --status, …    filters, as for list
  resend REF             sends a lead to every configured channel again
  erase REF              erases a lead permanently; asks first (without a terminal, use --yes)
  stats                  shows leads by status, day and language, traffic sources and channel health
    --format table|json    table for people (default), json for programs
  sign-in                prints a one-time sign-in link for the inbox
  help                   shows this text

Changes are recorded under your system user name, or under --as NAME. Days and times are in Tashkent time.
`;

/** The terminal, or the program that reads the output. */
type Terminal = Pick<Tools, 'columns' | 'print' | 'confirm'> & { complain(sentence: string): void };

/** Resolves to the exit code. */
export async function leads(
  args: string[],
  environment: NodeJS.ProcessEnv,
  terminal: Terminal,
): Promise<number> {
  try {
    await run(args, environment, terminal);
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      terminal.complain(`${error.message} See: npm run -s leads -- help`);
      return 2;
    }
    if (error instanceof CannotBeDone || error instanceof DatabaseUnavailable) {
      terminal.complain(error.message);
      return 1;
    }
    throw error;
  }
}

async function run(
  [name = 'help', ...args]: string[],
  environment: NodeJS.ProcessEnv,
  { columns, print, confirm }: Terminal,
): Promise<void> {
  if (['help', '--help', '-h'].includes(name)) return print(help);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new UsageError(`Unknown command '${name}'.`);
  const work = command.prepare(new Arguments(args, command.options));

  const configuration = readConfig(environment);
  if ('errors' in configuration) throw new CannotBeDone(configuration.errors.join('\n'));
  const { config } = configuration;
  // Opening would make an empty one, and an empty list in the wrong folder looks like lost leads.
  if (!config.databaseUrl && !existsSync(sqliteFile(config.dataDir)))
    throw new CannotBeDone(
      `${sqliteFile(config.dataDir)} does not exist. Set DATA_DIR or DATABASE_URL to where the leads are.`,
    );

  const access = { ...config, trustedProxies: trustedProxies(config.trustedProxies) };
  const db = await openDatabase(config);
  try {
    await work({
      ...{ db, columns, print, confirm },
      channels: configuredChannels(config),
      hasBot: config.bot !== null,
      inbox: inboxAddress(access, config.port),
    });
  } finally {
    await db.close();
  }
}

if (import.meta.main) {
  loadEnvFile();
  process.exitCode = await leads(process.argv.slice(2), process.env, {
    columns: process.stdout.columns,
    print,
    confirm: process.stdin.isTTY ? confirm : null,
    complain: console.error,
  });
}
