/** For `node --import`: reads .env before the program starts. */
import { loadEnvFile } from '#server/config/environment.ts';

loadEnvFile();
