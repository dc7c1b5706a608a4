/** The provider's tools: `npm run -s leads -- help`. Works beside a running server. */
import { existsSync } from 'node:fs';
import { readConfig } from '../config.ts';
import { configuredChannels } from '../deliveries/channel.ts';
import { loadEnvFile } from '../environment.ts';
import { inboxAddress } from '../inbox/entrance.ts';
import { createLeads } from '../leads/leads.ts';
import { openStore, sqliteFile } from '../store/open.ts';
import { StoreUnavailable } from '../store/store.ts';
import { createTakeBack } from '../telegram/take-back.ts';
import { Arguments, UsageError } from './arguments.ts';
import { clock } from './clock.ts';
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
  clock,
};

const help = `Usage: npm run -s leads -- COMMAND

  list                   the newest leads as a table
    --find TEXT            any part of name, phone, e-mail, message or reference; a phone however it is typed
    --status STATUS        new, contacted, consultation, client or closed; without spam
    --source NAME          only those from there: telegram, instagram, direct, …; - for those of which it is not known
    --campaign NAME        only those that came by that link; - for those that came by none
    --since WHEN           only those since a day (2026-11-01) or within a time (7d, 24h)
    --until WHEN           only those up to the end of a day, or before a time
    --spam                 only suspected spam
    --dead                 only those a channel was given up on: see them with show, send them with resend
    --limit N              at most this many (50)
  show REF               everything about one lead, its deliveries and what was done with it
  note REF TEXT          writes something down beside a lead
  status REF STATUS      what became of it: new, contacted, consultation, client or closed
  export                 all leads to standard output, newest first
    --format csv|jsonl     for spreadsheets (csv, unless told otherwise) or for programs (jsonl)
    --language uz|en|ru    headings for people instead of programs
    --separator ","|";"    instead of what Excel expects: a semicolon in uz and ru, otherwise a comma
    --find, --status, …    as above
  resend REF             sends a lead to every configured channel once more
  erase REF              removes a person's lead for good; asks first; without a terminal it needs --yes
  stats                  leads by standing, day and language, where visitors came from, how the channels are doing
    --format table|json    for people (table, unless told otherwise) or for programs (json)
  sign-in                an address that opens the inbox once
  clock                  what time it is, and the latest time known here, by which leads are dated and erased
    --right                says that the clock is right, when the log doubts it
  help                   this text

What you change is noted with the name of the machine's user, or with --as NAME. Days and times are those of Tashkent.
`;

/** The person in front of it, or whatever reads its output. */
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
    if (error instanceof CannotBeDone || error instanceof StoreUnavailable) {
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
  if (!command) throw new UsageError(`There is no command '${name}'.`);
  const work = command.prepare(new Arguments(args, command.options));

  const configuration = readConfig(environment);
  if ('errors' in configuration) throw new CannotBeDone(configuration.errors.join('\n'));
  const { config } = configuration;
  // Opening would make an empty one, and an empty list in the wrong folder looks like lost leads.
  if (!config.databaseUrl && !existsSync(sqliteFile(config.dataDir)))
    throw new CannotBeDone(
      `There is no ${sqliteFile(config.dataDir)} yet; DATA_DIR or DATABASE_URL says where the leads are.`,
    );

  const store = await openStore(config);
  const channels = configuredChannels(config);
  try {
    await work({
      store,
      leads: createLeads({ store, channels, takeBack: createTakeBack(config.bot, store.telegram, noLog) }),
      channels,
      inbox: inboxAddress(config, config.port),
      ...{ columns, print, confirm },
    });
  } finally {
    await store.close();
  }
}

/** Standard output is for what was asked; what is left is told by the command. */
const noLog = { info() {}, warn() {}, error() {} };

if (import.meta.main) {
  loadEnvFile();
  process.exitCode = await leads(process.argv.slice(2), process.env, {
    columns: process.stdout.columns,
    print,
    confirm: process.stdin.isTTY ? confirm : null,
    complain: console.error,
  });
}
