import { existsSync } from 'node:fs';
import { readConfig } from '#server/config/config.ts';
import { loadEnvFile } from '#server/config/environment.ts';
import { DatabaseUnavailable } from '#server/db/db.ts';
import { openDatabase, sqliteFile } from '#server/db/open.ts';
import { version } from '#server/runtime/version.ts';
import { erase, note, resend, status } from './changes.ts';
import { type Command, CommandError, type Tools } from './command.ts';
import { exportLeads } from './export.ts';
import { list } from './list.ts';
import { show } from './show.ts';
import { signIn } from './sign-in.ts';
import { stats } from './stats.ts';
import { confirm, print } from './terminal.ts';

const commands = new Map<string, Command>(
  Object.entries({ list, show, note, status, stats, export: exportLeads, resend, erase, 'sign-in': signIn }),
);

const help = `Usage: npm run -s leads -- COMMAND

  list                   lists the newest leads
    --find TEXT            any part of the name, phone (in any format), email, message or reference
    --status STATUS        new, contacted, consultation, client or lost; excludes spam
    --source NAME          only from this source: telegram, instagram, direct, …; - for unknown
    --campaign NAME        only through this link; - for no link
    --since WHEN           only from this day on (2026-11-01), or from the last 7d or 24h
    --until WHEN           only up to the end of this day, or older than 7d or 24h
    --spam                 only spam, suspected or confirmed
    --undelivered          only leads that a channel failed to deliver; inspect with show, retry with resend
    --limit N              at most this many, up to 999 (default: 50)
  show REF               shows one lead with its deliveries and history
  note REF TEXT          adds a note to a lead
  status REF STATUS      sets the status: new, contacted, consultation, client or lost
  export                 writes all leads to standard output, newest first
    --format csv|jsonl     csv for spreadsheets (default), jsonl for programs
    --language uz|en|ru    words in this language instead of field names; uz and ru with semicolons, for Excel
    --find, --status, …    filters, as for list
  resend REF             sends a lead to every configured channel again
  erase REF              erases a lead permanently; asks first (without a terminal, use --yes)
  stats                  shows leads by tab, day and language, traffic sources and channel health
  sign-in                prints a one-time sign-in link for the inbox
  version                prints the program's version and commit
  help                   shows this text

Changes are recorded under your system user name, or under --as NAME. Days and times are in Tashkent time.
`;

export async function leads(
  [name = 'help', ...args]: string[],
  environment: NodeJS.ProcessEnv,
  terminal: Pick<Tools, 'columns' | 'print' | 'confirm'>,
): Promise<void> {
  if (['help', '--help', '-h'].includes(name)) return terminal.print(help);
  if (name === 'version') return terminal.print(`${version()}\n`);
  const command = commands.get(name);
  if (!command) throw new CommandError(`Unknown command '${name}'. See: npm run -s leads -- help`);
  const configuration = readConfig(environment);
  if ('errors' in configuration) throw new CommandError(configuration.errors.join('\n'));
  const { config } = configuration;
  // Opening would create an empty database, which looks like lost leads.
  if (!config.databaseUrl && !existsSync(sqliteFile(config.dataDir)))
    throw new CommandError(
      `${sqliteFile(config.dataDir)} does not exist. Set DATA_DIR or DATABASE_URL to where the leads are.`,
    );
  const db = await openDatabase(config);
  try {
    await command(args, { db, config, ...terminal });
  } finally {
    await db.close();
  }
}

const isSentence = (error: unknown): error is Error =>
  error instanceof CommandError ||
  error instanceof DatabaseUnavailable ||
  (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'));

if (import.meta.main) {
  loadEnvFile();
  const { columns } = process.stdout;
  try {
    await leads(process.argv.slice(2), process.env, {
      columns,
      print,
      confirm: process.stdin.isTTY ? confirm : null,
    });
  } catch (error) {
    if (!isSentence(error)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
