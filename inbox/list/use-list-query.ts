import { useLocation, useSearch } from 'wouter';
import { useNow } from '../language/use-now.ts';
import { type ListQuery, readAddress, writeAddress } from './address.ts';

/** What is listed, and a way to list something else beside the same open lead. */
export function useListQuery() {
  // Whoever asks is told of midnight: the file and the days that are shown are those of the list.
  const query = readAddress(useSearch(), useNow());
  const [path, navigate] = useLocation();
  const list = (next: ListQuery) => navigate(path + writeAddress(next), { replace: true });
  return { query, list };
}
